package io.gigafs.rpc;

import static io.gigafs.rpc.RpcFixture.ask;
import static io.gigafs.rpc.RpcFixture.await;
import static io.gigafs.rpc.RpcFixture.created;
import static io.gigafs.rpc.RpcFixture.failure;
import static io.gigafs.rpc.RpcFixture.in;
import static io.gigafs.rpc.RpcFixture.makeDirectory;
import static io.gigafs.rpc.RpcFixture.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cluster.Endpoint;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.migration.InstallChunkRequest;
import io.gigafs.protocol.migration.InstallOutcomeRequest;
import io.gigafs.protocol.namespace.ListRequest;
import io.gigafs.protocol.namespace.ListRequest.ListResult;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
import io.gigafs.rpc.RpcClient.RpcClientListener;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests for client and server that hold for every transport; subclasses choose the transport. */
@ExtendWith(LeakCheck.class)
abstract class AbstractRpcTest {
  private static final int PIPELINED = 100_000;

  final RpcFixture rpc;

  AbstractRpcTest(Transport transport) {
    rpc = new RpcFixture(transport);
  }

  @AfterEach
  void close() {
    rpc.close();
  }

  @Test
  void answersARequest() throws Exception {
    Endpoint server = rpc.server(new EchoHandler()).endpoint();
    assertThat(ask(rpc.client(), server, 7)).isEqualTo(created(7));
  }

  @Test
  void answersPipelinedRequestsInAnyOrder() throws Exception {
    BlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();
    Endpoint server = rpc.server(new DeferringHandler(answers)).endpoint();
    NettyRpcClient client = rpc.client();
    Thread shuffling = new Thread(() -> runShuffled(answers, PIPELINED), "shuffling");
    shuffling.start();
    List<CompletableFuture<Answer<EntryResult>>> calls = new ArrayList<>();
    for (int i = 1; i <= PIPELINED; i++) {
      calls.add(client.call(server, makeDirectory(i), in(50_000)));
    }
    for (int i = 1; i <= PIPELINED; i++) {
      assertThat(await(calls.get(i - 1))).isEqualTo(created(i));
    }
    shuffling.join();
  }

  private static void runShuffled(BlockingQueue<Runnable> tasks, int count) {
    Random random = new Random(1);
    List<Runnable> batch = new ArrayList<>();
    for (int done = 0; done < count; done += batch.size()) {
      batch.clear();
      try {
        batch.add(tasks.take());
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      tasks.drainTo(batch);
      Collections.shuffle(batch, random);
      batch.forEach(Runnable::run);
    }
  }

  @Test
  void servesManyThreadsOverSeveralConnections() throws Exception {
    Endpoint server = rpc.server(new EchoHandler()).endpoint();
    NettyRpcClient client =
        rpc.client(rpc.clientSettings().toBuilder().connectionsPerServer(3).build());
    AtomicInteger right = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int first = 1 + t * 1000;
      threads.add(
          new Thread(
              () -> {
                for (int i = first; i < first + 1000; i++) {
                  if (ask(client, server, i).equals(created(i))) {
                    right.incrementAndGet();
                  }
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(right).hasValue(4000);
  }

  @Test
  void answerCallbackMayMakeCalls() throws Exception {
    Endpoint server = rpc.server(new EchoHandler()).endpoint();
    NettyRpcClient client = rpc.client();
    CompletableFuture<Answer<EntryResult>> chain =
        client.call(server, makeDirectory(1), in(20_000));
    for (int i = 2; i <= 100; i++) {
      int number = i;
      chain = chain.thenCompose(answer -> client.call(server, makeDirectory(number), in(20_000)));
    }
    assertThat(await(chain)).isEqualTo(created(100));
  }

  @Test
  void carriesNoticesBothWays() throws Exception {
    Notice recalled = new Notice.LeaseRecalled(5, InodeId.ROOT, Name.of("d"));
    Notice returned = new Notice.LeaseReturned(5);
    EchoHandler handler =
        new EchoHandler() {
          @Override
          void handle(MakeDirectoryRequest make, Exchange<EntryResult> exchange) {
            exchange.peer().send(recalled);
            super.handle(make, exchange);
          }
        };
    Endpoint server = rpc.server(handler).endpoint();
    Queue<Notice> heard = new ConcurrentLinkedQueue<>();
    NettyRpcClient client = rpc.client(rpc.clientSettings(), new Listener(heard));
    client.send(server, returned);
    ask(client, server, 1);
    client.send(server, returned);
    until(() -> !handler.notices.isEmpty() && !heard.isEmpty());
    assertThat(heard).containsExactly(recalled);
    assertThat(handler.notices).containsExactly(returned);
  }

  @Test
  void handlerSeesThePeer() throws Exception {
    Queue<Peer> peers = new ConcurrentLinkedQueue<>();
    EchoHandler handler =
        new EchoHandler() {
          @Override
          void handle(MakeDirectoryRequest make, Exchange<EntryResult> exchange) {
            peers.add(exchange.peer());
            super.handle(make, exchange);
          }
        };
    Endpoint server = rpc.server(handler).endpoint();
    NettyRpcClient client = rpc.client();
    ask(client, server, 1);
    ask(client, server, 2);
    client.close();
    until(() -> !handler.disconnected.isEmpty());
    assertThat(peers).hasSize(2).containsOnly(peers.element());
    assertThat(peers.element().clientId()).isEqualTo(RpcFixture.CLIENT_ID);
    assertThat(peers.element().address()).startsWith("127.0.0.1:");
    assertThat(handler.disconnected).containsExactly(peers.element());
  }

  @Test
  void deadlineIsPassedToTheHandler() throws Exception {
    AtomicLong remaining = new AtomicLong();
    EchoHandler handler =
        new EchoHandler() {
          @Override
          void handle(MakeDirectoryRequest make, Exchange<EntryResult> exchange) {
            remaining.set(exchange.deadlineNanos() - RpcFixture.CLOCK.nanos());
            super.handle(make, exchange);
          }
        };
    ask(rpc.client(), rpc.server(handler).endpoint(), 1);
    assertThat(TimeUnit.NANOSECONDS.toMillis(remaining.get())).isBetween(10_000L, 20_000L);
  }

  @Test
  void refusesASecondAnswer() throws Exception {
    Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
    EchoHandler handler =
        new EchoHandler() {
          @Override
          void handle(MakeDirectoryRequest make, Exchange<EntryResult> exchange) {
            super.handle(make, exchange);
            try {
              super.handle(make, exchange);
            } catch (IllegalStateException e) {
              thrown.add(e);
            }
          }
        };
    Endpoint server = rpc.server(handler).endpoint();
    NettyRpcClient client = rpc.client();
    assertThat(ask(client, server, 1)).isEqualTo(created(1));
    assertThat(ask(client, server, 2)).isEqualTo(created(2));
    assertThat(thrown).hasSize(2);
  }

  @Test
  void answersForAHandlerThatThrows() throws Exception {
    EchoHandler handler = new EchoHandler();
    Endpoint server = rpc.server(handler).endpoint();
    NettyRpcClient client = rpc.client();
    Answer<?> answer = await(client.call(server, list(), in(20_000)));
    assertThat(answer)
        .isEqualTo(new Answer.Failed<>(ErrorCode.EIO, "server s1 failed LIST, see its log"));
    assertThat(ask(client, server, 2)).isEqualTo(created(2));
    assertThat(handler.disconnected).isEmpty();
  }

  private static ListRequest list() {
    return new ListRequest(
        InodeId.ROOT, PartitionIndex.ZEROTH, Caller.ROOT, Position.FIRST, null, 1000, false);
  }

  @Test
  void clientsCannotCallServerOperations() throws Exception {
    Endpoint server = rpc.server(new EchoHandler()).endpoint();
    InstallOutcomeRequest request =
        new InstallOutcomeRequest(InodeId.ROOT, PartitionIndex.ZEROTH, 1);
    NettyRpcClient client = rpc.client();
    assertThat(await(client.call(server, request, in(20_000))))
        .isEqualTo(new Answer.Failed<>(ErrorCode.EPERM, "INSTALL_OUTCOME is for servers only"));
    NettyRpcClient peer =
        rpc.client(
            RpcClientSettings.builder(Frame.Role.SERVER, 1)
                .transport(rpc.clientSettings().transport())
                .eventLoopThreads(1)
                .build());
    assertThat(await(peer.call(server, request, in(20_000))))
        .isInstanceOfSatisfying(
            Answer.Failed.class, failed -> assertThat(failed.code()).isEqualTo(ErrorCode.EIO));
  }

  @Test
  void failsACallAtItsDeadline() throws Exception {
    BlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();
    Endpoint server = rpc.server(new DeferringHandler(answers)).endpoint();
    NettyRpcClient client = rpc.client();
    CompletableFuture<?> patient = client.call(server, makeDirectory(1), in(30_000));
    CompletableFuture<?> hasty = client.call(server, makeDirectory(2), in(80));
    assertThat(failure(hasty).code()).isEqualTo(ErrorCode.ETIMEDOUT);
    assertThat(failure(hasty))
        .hasMessageMatching(
            "server "
                + server
                + " did not answer MAKE_DIRECTORY within (79|80) ms: Connection timed out");
    answers.take().run();
    answers.take().run();
    assertThat(await(patient)).isEqualTo(created(1));
  }

  @Test
  void expiredCallFailsAtOnce() throws Exception {
    Endpoint server = rpc.server(new EchoHandler()).endpoint();
    NettyRpcClient client = rpc.client();
    ask(client, server, 1);
    assertThat(failure(client.call(server, makeDirectory(2), in(-1))).code())
        .isEqualTo(ErrorCode.ETIMEDOUT);
  }

  @Test
  void failsCallsInFlightWhenTheServerDies() throws Exception {
    CountDownLatch lost = new CountDownLatch(1);
    BlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();
    NettyRpcServer server = rpc.server(new DeferringHandler(answers));
    NettyRpcClient client =
        rpc.client(
            rpc.clientSettings(),
            new RpcClientListener() {
              @Override
              public void connectionLost(Endpoint gone) {
                lost.countDown();
              }
            });
    List<CompletableFuture<?>> calls = new ArrayList<>();
    for (int i = 1; i <= 1000; i++) {
      calls.add(client.call(server.endpoint(), makeDirectory(i), in(30_000)));
    }
    until(() -> answers.size() == 1000);
    server.close();
    for (CompletableFuture<?> call : calls) {
      assertThat(failure(call).code()).isEqualTo(ErrorCode.EIO);
    }
    assertThat(failure(calls.get(0)))
        .hasMessage(
            "MAKE_DIRECTORY failed (it may have been done), connection to server "
                + server.endpoint()
                + " was lost: it closed the connection: Input/output error");
    assertThat(lost.await(20, TimeUnit.SECONDS)).isTrue();
    // Answers to a closed connection are dropped silently.
    answers.forEach(Runnable::run);
  }

  @Test
  void reconnectsToARestartedServer() throws Exception {
    NettyRpcServer first = rpc.server(new EchoHandler());
    Endpoint server = first.endpoint();
    NettyRpcClient client = rpc.client();
    ask(client, server, 1);
    first.close();
    assertThat(failure(client.call(server, makeDirectory(2), in(20_000))).code())
        .isEqualTo(ErrorCode.EIO);
    rpc.server(new EchoHandler(), rpc.serverSettings(), server.port());
    until(
        () -> client.call(server, makeDirectory(3), in(20_000)).handle((a, e) -> a != null).join());
    assertThat(ask(client, server, 4)).isEqualTo(created(4));
  }

  @Test
  void errorNamesTheUnreachableServer() throws Exception {
    NettyRpcServer gone = rpc.server(new EchoHandler());
    gone.close();
    NettyRpcClient client = rpc.client();
    for (int i = 1; i < 50; i++) {
      assertThat(failure(client.call(gone.endpoint(), makeDirectory(i), in(20_000))))
          .hasMessageContaining("no connection to server " + gone.endpoint())
          .hasMessageContaining("refused")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void errorNamesTheUnknownHost() {
    Endpoint nowhere = new Endpoint("no-such-host.invalid", 1);
    assertThat(failure(rpc.client().call(nowhere, makeDirectory(1), in(20_000))))
        .hasMessageContaining("no connection to server no-such-host.invalid:1: unknown host");
  }

  @Test
  void callWaitsForAConnectionUntilItsDeadline() throws Exception {
    try (ServerSocket mute = new ServerSocket(0)) {
      Endpoint server = new Endpoint("127.0.0.1", mute.getLocalPort());
      NettyRpcClient client =
          rpc.client(
              rpc.clientSettings().toBuilder()
                  .connectTimeoutMillis(300)
                  .keepAliveMillis(5_000)
                  .build());
      CompletableFuture<?> hasty = client.call(server, makeDirectory(1), in(50));
      CompletableFuture<?> patient = client.call(server, makeDirectory(2), in(20_000));
      assertThat(failure(hasty)).hasMessageContaining("(still connecting)");
      assertThat(failure(patient)).hasMessageContaining("connecting took longer than 300 ms");
    }
  }

  @Test
  void refusesAnotherCluster() throws Exception {
    Endpoint server = rpc.server(new EchoHandler()).endpoint();
    UUID other = new UUID(1, 2);
    NettyRpcClient client = rpc.client(rpc.clientSettings().toBuilder().clusterId(other).build());
    assertThat(failure(client.call(server, makeDirectory(1), in(20_000))))
        .hasMessageContaining(
            "it refused: server s1 belongs to cluster "
                + RpcFixture.CLUSTER
                + ", not 00000000-0000-0001-0000-000000000002");
    NettyRpcClient right =
        rpc.client(rpc.clientSettings().toBuilder().clusterId(RpcFixture.CLUSTER).build());
    assertThat(ask(right, server, 1)).isEqualTo(created(1));
  }

  @Test
  void oversizedRequestFailsAlone() throws Exception {
    EchoHandler handler = new EchoHandler();
    Endpoint server =
        rpc.server(handler, rpc.serverSettings().toBuilder().maxFrameBytes(1 << 16).build())
            .endpoint();
    NettyRpcClient client = rpc.client();
    ask(client, server, 1);
    InstallChunkRequest tooLong =
        new InstallChunkRequest(
            InodeId.ROOT, PartitionIndex.ZEROTH, 1, 0, "entries", 0, new byte[1 << 16]);
    assertThat(failure(client.call(server, tooLong, in(20_000)))).hasMessageContaining("exceeds");
    assertThat(ask(client, server, 2)).isEqualTo(created(2));
    assertThat(handler.disconnected).isEmpty();
  }

  @Test
  void oversizedAnswerFailsAlone() throws Exception {
    EchoHandler handler =
        new EchoHandler() {
          @Override
          @SuppressWarnings("unchecked") // R of a list is ListResult.
          public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
            if (request instanceof ListRequest) {
              ListedEntry entry =
                  new ListedEntry(Name.of("a"), InodeId.ROOT, FileType.REGULAR, null);
              exchange.answer(
                  (Answer<R>)
                      new Answer.Done<>(
                          new ListResult(
                              Collections.nCopies(10_000, entry), null, PartitionMap.UNSPLIT)));
            } else {
              super.handle(request, exchange);
            }
          }
        };
    Endpoint server = rpc.server(handler).endpoint();
    NettyRpcClient client =
        rpc.client(rpc.clientSettings().toBuilder().maxFrameBytes(1 << 16).build());
    assertThat(await(client.call(server, list(), in(20_000))).toString())
        .contains("EIO", "server s1 cannot send its answer to LIST", "exceeds the 65536");
    assertThat(ask(client, server, 2)).isEqualTo(created(2));
    assertThat(handler.disconnected).isEmpty();
  }

  @Test
  void bytesInFlightAreLimited() throws Exception {
    BlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();
    Endpoint server =
        rpc.server(
                new DeferringHandler(answers),
                rpc.serverSettings().toBuilder().maxInFlight(1000).maxInFlightBytes(100).build())
            .endpoint();
    NettyRpcClient client = rpc.client();
    List<CompletableFuture<Answer<EntryResult>>> calls = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      calls.add(client.call(server, makeDirectory(i), in(30_000)));
    }
    for (int i = 1; i <= 100; i++) {
      // A request has about 30 bytes; the last one may exceed the limit.
      assertThat(answers.size()).isLessThanOrEqualTo(4);
      answers.take().run();
      assertThat(await(calls.get(i - 1))).isEqualTo(created(i));
    }
  }

  @Test
  void slowServerKeepsItsConnection() throws Exception {
    BlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();
    DeferringHandler handler = new DeferringHandler(answers);
    Endpoint server = rpc.server(handler).endpoint();
    NettyRpcClient client =
        rpc.client(
            rpc.clientSettings().toBuilder()
                .connectTimeoutMillis(5_000)
                .keepAliveMillis(1_000)
                .build());
    CompletableFuture<?> slow = client.call(server, makeDirectory(1), in(30_000));
    Runnable answer = answers.take();
    assertThatThrownBy(() -> slow.get(3, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
    answer.run();
    assertThat(await(slow)).isEqualTo(created(1));
    assertThat(handler.disconnected).isEmpty();
  }

  @Test
  void silentServerIsDetected() throws Exception {
    try (ServerSocket listening = new ServerSocket(0)) {
      Endpoint server = new Endpoint("127.0.0.1", listening.getLocalPort());
      NettyRpcClient client =
          rpc.client(
              rpc.clientSettings().toBuilder()
                  .connectTimeoutMillis(5_000)
                  .keepAliveMillis(50)
                  .build());
      CompletableFuture<?> call = client.call(server, makeDirectory(1), in(30_000));
      try (RawConnection silent = RawConnection.accepted(listening.accept())) {
        assertThat(silent.receive()).isInstanceOf(Frame.OfRequest.class);
        assertThat(silent.receive()).isEqualTo(Frame.Ping.INSTANCE);
        assertThat(failure(call)).hasMessageContaining("nothing was received from it for");
      }
    }
  }

  @Test
  void closesOnAProtocolViolationByTheServer() throws Exception {
    try (ServerSocket listening = new ServerSocket(0)) {
      Endpoint server = new Endpoint("127.0.0.1", listening.getLocalPort());
      NettyRpcClient client = rpc.client();
      assertThat(failureAfter(client, server, listening, "\0\0\0\1\77"))
          .contains("it sent an invalid message");
      assertThat(failureAfter(client, server, listening, "\0\0\0\7\5\144\4\4\0\0\0"))
          .contains("it sent an invalid message");
      assertThat(failureAfter(client, server, listening, "\0\0\0\6\5\144\4\4\0\0"))
          .contains("it answered request 100, which was not sent");
      assertThat(failureAfter(client, server, listening, "\0\0\0\4\5\4\6\0"))
          .contains("it answered MAKE_DIRECTORY as UNLINK");
    }
  }

  private static String failureAfter(
      NettyRpcClient client, Endpoint server, ServerSocket listening, String bytes)
      throws IOException {
    CompletableFuture<?> call = client.call(server, makeDirectory(1), in(20_000));
    try (RawConnection raw = RawConnection.accepted(listening.accept())) {
      raw.receive();
      raw.send(bytes);
      return String.valueOf(failure(call).getMessage());
    }
  }

  @Test
  void closeFailsCallsInFlight() throws Exception {
    Endpoint server = rpc.server(new DeferringHandler(new LinkedBlockingQueue<>())).endpoint();
    NettyRpcClient client = rpc.client();
    CompletableFuture<?> before = client.call(server, makeDirectory(1), in(20_000));
    client.close();
    CompletableFuture<?> after = client.call(server, makeDirectory(2), in(20_000));
    for (CompletableFuture<?> call : List.of(before, after)) {
      assertThat(failure(call))
          .hasMessageContaining("the client of server " + server + " is closed");
    }
    assertThatCode(client::close).doesNotThrowAnyException();
  }

  @Test
  void serverAnswersCallsInFlightBeforeClosing() throws Exception {
    BlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();
    NettyRpcServer server =
        rpc.server(
            new DeferringHandler(answers),
            rpc.serverSettings().toBuilder()
                .handshakeMillis(10_000)
                .idleMillis(60_000)
                .closeMillis(20_000)
                .build());
    CompletableFuture<?> call = rpc.client().call(server.endpoint(), makeDirectory(1), in(20_000));
    Runnable answer = answers.take();
    Thread closing = new Thread(server::close, "closing");
    closing.start();
    until(() -> refusesConnections(server.endpoint()));
    answer.run();
    assertThat(await(call)).isEqualTo(created(1));
    closing.join();
  }

  private static boolean refusesConnections(Endpoint server) {
    try (RawConnection connection = new RawConnection(server)) {
      return connection.socket.isClosed();
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void sharesEventLoops() throws Exception {
    EventLoops loops = new EventLoops(rpc.clientSettings().transport(), 1, "shared");
    rpc.closing(loops::close);
    NettyRpcServer server =
        NettyRpcServer.bind(
            new Endpoint("127.0.0.1", 0),
            RpcFixture.IDENTITY,
            rpc.serverSettings(),
            new EchoHandler(),
            loops,
            RpcFixture.CLOCK);
    rpc.closing(server::close);
    NettyRpcClient client =
        new NettyRpcClient(
            rpc.clientSettings(),
            RpcClientListener.NONE,
            loops,
            RpcFixture.CLOCK,
            new SplittableRandom(1));
    rpc.closing(client::close);
    assertThat(ask(client, server.endpoint(), 1)).isEqualTo(created(1));
  }

  @Test
  void errorNamesTheAddressInUse() throws Exception {
    NettyRpcServer server = rpc.server(new EchoHandler());
    assertThatThrownBy(
            () -> rpc.server(new EchoHandler(), rpc.serverSettings(), server.endpoint().port()))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "cannot listen on "
                + server.endpoint()
                + ": the address is in use already; stop what listens there, or set another"
                + " address (port 0 takes any free port)");
  }

  @Test
  void requestsInFlightAreLimited() throws Exception {
    BlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();
    Endpoint server =
        rpc.server(
                new DeferringHandler(answers),
                rpc.serverSettings().toBuilder().maxInFlight(10).maxInFlightBytes(1 << 20).build())
            .endpoint();
    NettyRpcClient client = rpc.client();
    List<CompletableFuture<Answer<EntryResult>>> calls = new ArrayList<>();
    for (int i = 1; i <= 1000; i++) {
      calls.add(client.call(server, makeDirectory(i), in(30_000)));
    }
    until(() -> answers.size() == 10);
    for (int i = 1; i <= 1000; i++) {
      assertThat(answers.size()).isLessThanOrEqualTo(10);
      answers.take().run();
      assertThat(await(calls.get(i - 1))).isEqualTo(created(i));
    }
  }

  // The following tests misuse the server while a normal client keeps working.

  @Test
  void survivesGarbage() throws Exception {
    NettyRpcServer server = rpc.server(new EchoHandler());
    Working working = new Working(server.endpoint());
    Random random = new Random(1);
    for (int i = 0; i < 50; i++) {
      byte[] garbage = new byte[1 + random.nextInt(5000)];
      random.nextBytes(garbage);
      garbage[0] |= 1;
      try (RawConnection raw = new RawConnection(server.endpoint())) {
        sendAndAwaitClosed(raw, garbage);
      }
      try (RawConnection raw = RawConnection.established(server.endpoint())) {
        sendAndAwaitClosed(raw, garbage);
      }
      working.goesOn();
    }
    until(() -> server.connections() == 1);
  }

  private static void sendAndAwaitClosed(RawConnection raw, byte[] garbage) throws IOException {
    try {
      raw.send(garbage);
      raw.socket.shutdownOutput();
    } catch (SocketException e) {
      return;
    }
    raw.awaitClosed();
  }

  @Test
  void survivesMutatedRequests() throws Exception {
    NettyRpcServer server = rpc.server(new EchoHandler());
    Working working = new Working(server.endpoint());
    Random random = new Random(2);
    for (int i = 0; i < 100; i++) {
      try (RawConnection raw = RawConnection.established(server.endpoint())) {
        byte[] request = raw.bytesOf(RawConnection.request(1));
        request[4 + random.nextInt(request.length - 4)] = (byte) random.nextInt(256);
        sendAndAwaitClosed(raw, request);
      }
      working.goesOn();
    }
  }

  @Test
  void closesOnAnotherProtocol() throws Exception {
    NettyRpcServer server = rpc.server(new EchoHandler());
    Working working = new Working(server.endpoint());
    try (RawConnection raw = new RawConnection(server.endpoint())) {
      raw.send("GET / HTTP/1.1\r\nHost: giga\r\n\r\n");
      raw.awaitClosed();
    }
    working.goesOn();
  }

  @Test
  void refusesUnsupportedVersions() throws Exception {
    NettyRpcServer server = rpc.server(new EchoHandler());
    Working working = new Working(server.endpoint());
    for (int version : new int[] {0, 2, 1000}) {
      try (RawConnection raw = new RawConnection(server.endpoint())) {
        raw.send(new Frame.ClientHello(version, version, Frame.Role.CLIENT, 1, null, 1 << 20));
        assertThat(raw.receive())
            .isEqualTo(
                new Frame.Refusal(
                    "server s1 speaks versions 1 to 1 of the protocol, not "
                        + version
                        + " to "
                        + version));
        raw.awaitClosed();
      }
    }
    working.goesOn();
  }

  @Test
  void negotiatesTheHighestCommonVersion() throws Exception {
    NettyRpcServer server = rpc.server(new EchoHandler());
    try (RawConnection raw = new RawConnection(server.endpoint())) {
      raw.send(new Frame.ClientHello(0, 9, Frame.Role.CLIENT, 1, null, 1 << 20));
      assertThat(raw.receive())
          .isEqualTo(new Frame.ServerHello(1, RpcFixture.CLUSTER, "s1", 16 << 20, ""));
    }
  }

  @Test
  void closesAConnectionWithoutAHello() throws Exception {
    NettyRpcServer server =
        rpc.server(
            new EchoHandler(),
            rpc.serverSettings().toBuilder()
                .handshakeMillis(100)
                .idleMillis(60_000)
                .closeMillis(0)
                .build());
    Working working = new Working(server.endpoint());
    try (RawConnection mute = new RawConnection(server.endpoint());
        RawConnection half = new RawConnection(server.endpoint())) {
      half.send("\0\0\0\40\1GI");
      mute.awaitClosed();
      half.awaitClosed();
    }
    working.goesOn();
  }

  @Test
  void closesOnAnOversizedFrame() throws Exception {
    NettyRpcServer server =
        rpc.server(
            new EchoHandler(), rpc.serverSettings().toBuilder().maxFrameBytes(1 << 16).build());
    Working working = new Working(server.endpoint());
    try (RawConnection raw = RawConnection.established(server.endpoint())) {
      raw.send(new byte[] {0, 1, 0, 1});
      raw.awaitClosed();
    }
    working.goesOn();
  }

  @Test
  void closesOnServerFramesFromAClient() throws Exception {
    NettyRpcServer server = rpc.server(new EchoHandler());
    Working working = new Working(server.endpoint());
    try (RawConnection raw = RawConnection.established(server.endpoint())) {
      raw.send(
          new Frame.OfAnswer(1, MakeDirectoryRequest.OPCODE, new Answer.Retry<EntryResult>(1)));
      raw.awaitClosed();
    }
    working.goesOn();
  }

  @Test
  void survivesAConnectionLostWithinAFrame() throws Exception {
    EchoHandler handler = new EchoHandler();
    NettyRpcServer server = rpc.server(handler);
    Working working = new Working(server.endpoint());
    for (int i = 1; i <= 20; i++) {
      try (RawConnection raw = RawConnection.established(server.endpoint())) {
        byte[] request = raw.bytesOf(RawConnection.request(1));
        raw.send(Arrays.copyOf(request, i));
      }
    }
    until(() -> handler.disconnected.size() == 20);
    working.goesOn();
  }

  @Test
  void readsFramesArrivingByteByByte() throws Exception {
    NettyRpcServer server = rpc.server(new EchoHandler());
    try (RawConnection raw = RawConnection.established(server.endpoint())) {
      raw.socket.setTcpNoDelay(true);
      for (byte b : raw.bytesOf(RawConnection.request(9))) {
        raw.send(new byte[] {b});
      }
      assertThat(raw.receive())
          .isEqualTo(new Frame.OfAnswer(9, MakeDirectoryRequest.OPCODE, created(9)));
    }
  }

  @Test
  void stopsReadingFromAClientThatDoesNotRead() throws Exception {
    AtomicInteger handled = new AtomicInteger();
    EchoHandler handler =
        new EchoHandler() {
          @Override
          void handle(MakeDirectoryRequest make, Exchange<EntryResult> exchange) {
            handled.incrementAndGet();
            super.handle(make, exchange);
          }
        };
    NettyRpcServer server =
        rpc.server(
            handler,
            rpc.serverSettings().toBuilder()
                .handshakeMillis(10_000)
                .idleMillis(400)
                .closeMillis(0)
                .maxInFlight(1000)
                .maxInFlightBytes(1 << 20)
                .build());
    Working working = new Working(server.endpoint());
    try (RawConnection raw = RawConnection.established(server.endpoint())) {
      byte[] many = thousandRequests(raw);
      Thread flooding = new Thread(() -> flood(raw, many), "flooding");
      flooding.start();
      while (handler.disconnected.isEmpty()) {
        working.goesOn();
      }
      flooding.join();
    }
    // The sockets' own buffers take some megabytes each way; nothing else accumulates.
    assertThat(handled.get()).isLessThan(1_000_000);
  }

  private static void flood(RawConnection raw, byte[] bytes) {
    try {
      for (int i = 0; i < 100_000; i++) {
        raw.send(bytes);
      }
    } catch (IOException e) {
      // The server gave up on this connection.
      return;
    }
    throw new AssertionError("the server read everything");
  }

  @Test
  void resumesWhenASlowClientReadsAgain() throws Exception {
    Endpoint server = rpc.server(new EchoHandler()).endpoint();
    try (RawConnection raw = RawConnection.established(server)) {
      byte[] requests = thousandRequests(raw);
      byte[] answers = new byte[raw.bytesOf(answer()).length * 1000];
      Thread sending =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 200; i++) {
                    raw.send(requests);
                  }
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              },
              "sending");
      sending.start();
      for (int i = 0; i < 200; i++) {
        assertThat(raw.socket.getInputStream().readNBytes(answers, 0, answers.length))
            .isEqualTo(answers.length);
      }
      sending.join();
    }
  }

  private static byte[] thousandRequests(RawConnection raw) {
    byte[] request = raw.bytesOf(RawConnection.request(1));
    byte[] thousand = new byte[request.length * 1000];
    for (int i = 0; i < 1000; i++) {
      System.arraycopy(request, 0, thousand, i * request.length, request.length);
    }
    return thousand;
  }

  private static Frame answer() {
    return new Frame.OfAnswer(1, MakeDirectoryRequest.OPCODE, created(1));
  }

  @Test
  void closesASilentConnection() throws Exception {
    EchoHandler handler = new EchoHandler();
    NettyRpcServer server =
        rpc.server(
            handler,
            rpc.serverSettings().toBuilder()
                .handshakeMillis(10_000)
                .idleMillis(3_000)
                .closeMillis(0)
                .build());
    NettyRpcClient pinging =
        rpc.client(
            rpc.clientSettings().toBuilder()
                .connectTimeoutMillis(5_000)
                .keepAliveMillis(300)
                .build());
    ask(pinging, server.endpoint(), 1);
    try (RawConnection silent = RawConnection.established(server.endpoint())) {
      silent.awaitClosed();
    }
    until(() -> handler.disconnected.size() == 1);
    until(() -> server.connections() == 1);
    assertThat(ask(pinging, server.endpoint(), 2)).isEqualTo(created(2));
    assertThat(handler.disconnected).hasSize(1);
  }

  /** A normal client of the server under attack. */
  private final class Working {
    private final NettyRpcClient client = rpc.client();
    private final Endpoint server;
    private long number;

    Working(Endpoint server) {
      this.server = server;
      goesOn();
    }

    void goesOn() {
      number++;
      assertThat(ask(client, server, number)).isEqualTo(created(number));
    }
  }

  /** Queues its answers; the test runs them. */
  private static final class DeferringHandler extends EchoHandler {
    private final Queue<Runnable> answers;

    DeferringHandler(Queue<Runnable> answers) {
      this.answers = answers;
    }

    @Override
    void handle(MakeDirectoryRequest make, Exchange<EntryResult> exchange) {
      answers.add(() -> super.handle(make, exchange));
    }
  }

  private record Listener(Queue<Notice> heard) implements RpcClientListener {
    @Override
    public void received(Notice notice, Endpoint server) {
      heard.add(notice);
    }
  }
}
