package io.gigafs.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.bulk.ReadFilesRequest;
import io.gigafs.protocol.bulk.ReadFilesResult;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.fsck.HeadersRequest;
import io.gigafs.protocol.migration.InstallChunkRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients that exceed their share slow down only themselves. */
class GreedyClientTest {
  private static final int FILE_BYTES = 1 << 20;
  private static final int MEBIBYTE = 1 << 20;
  private static final ConnectionLimits LIMITS =
      ConnectionLimits.DEFAULTS.withMemory(64L << 20, 4L << 20);

  private static final ReadFilesRequest READ =
      new ReadFilesRequest(
          InodeId.ROOT,
          PartitionIndex.ZEROTH,
          Caller.ROOT,
          NameList.of(List.of(Name.of("large"))),
          FILE_BYTES);

  private final RpcFixture fixture = new RpcFixture(Transport.NIO);
  private final Librarian handler = new Librarian();

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Answers creates at once, and reads with 1 MiB each that stays in memory until it is sent. */
  private static final class Librarian extends EchoHandler {
    private final AtomicLong handed = new AtomicLong();

    @Override
    @SuppressWarnings("unchecked") // the result of such a request
    public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
      if (request instanceof ReadFilesRequest) {
        handed.incrementAndGet();
        CompletableFuture.runAsync(
            () ->
                exchange.answer(
                    (Answer<R>)
                        new Answer.Done<>(
                            new ReadFilesResult(
                                List.of(
                                    new ReadFilesResult.Contents(
                                        FILE_BYTES, FileData.Inline.of(new byte[FILE_BYTES]))),
                                null))));
      } else {
        super.handle(request, exchange);
      }
    }
  }

  private NettyRpcServer server(ConnectionLimits limits) throws IOException {
    return fixture.server(handler, fixture.serverSettings().toBuilder().limits(limits).build());
  }

  private static byte[] reads(RawConnection connection, int count) {
    ByteBuffer all = ByteBuffer.allocate(count * 128);
    for (int i = 1; i <= count; i++) {
      all.put(connection.bytesOf(new Frame.OfRequest(i, 60_000, READ)));
    }
    byte[] sent = new byte[all.position()];
    all.flip().get(sent);
    return sent;
  }

  /** A client that claims to be a server gets no more. */
  @ParameterizedTest
  @EnumSource(Frame.Role.class)
  void unreadAnswersAreLimited(Frame.Role role) throws IOException {
    NettyRpcServer server = server(LIMITS);
    try (RawConnection greedy = RawConnection.established(server.endpoint(), role)) {
      greedy.send(reads(greedy, 2_000));
      RpcFixture.until(() -> handler.handed.get() > 0 && server.answerMemory().usedBytes() > 0);
      for (int i = 1; i <= 500; i++) {
        assertThat(RpcFixture.ask(fixture.client(), server.endpoint(), i))
            .isEqualTo(RpcFixture.created(i));
      }
      assertThat(handler.handed.get() * FILE_BYTES).isLessThan(LIMITS.answerMemoryBytes() / 4);
      assertThat(server.answerMemory().mostBytes()).isLessThan(LIMITS.answerMemoryBytes() / 4);
    }
    RpcFixture.until(() -> server.answerMemory().usedBytes() == 0);
  }

  /** All connections that do not read their answers share one budget. */
  @Test
  void connectionsShareOneAnswerBudget() throws IOException {
    ConnectionLimits limits = LIMITS.withMemory(8L << 20, 4L << 20);
    NettyRpcServer server = server(limits);
    List<RawConnection> greedy = new ArrayList<>();
    try {
      for (int i = 0; i < 16; i++) {
        RawConnection connection = RawConnection.established(server.endpoint());
        greedy.add(connection);
        connection.send(reads(connection, 50));
      }
      MemoryBudget memory = server.answerMemory();
      RpcFixture.until(
          () -> memory.waiting() > 0 || memory.mostBytes() > limits.answerMemoryBytes());
      assertThat(memory.mostBytes()).isLessThanOrEqualTo(limits.answerMemoryBytes());
      assertThat(RpcFixture.ask(fixture.client(), server.endpoint(), 1))
          .isEqualTo(RpcFixture.created(1));
    } finally {
      for (RawConnection connection : greedy) {
        connection.close();
      }
    }
    RpcFixture.until(() -> server.answerMemory().usedBytes() == 0);
  }

  /** Holds requests between servers until the test answers them. */
  private static final class Holding extends EchoHandler {
    private final List<Runnable> held = new CopyOnWriteArrayList<>();

    @Override
    public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
      if (request.opcode().isBetweenServers()) {
        held.add(() -> exchange.answer(new Answer.Failed<>(ErrorCode.EIO, "")));
      } else {
        super.handle(request, exchange);
      }
    }
  }

  /** A request of a server may depend on a later one, so none may be held back. */
  @ParameterizedTest
  @MethodSource("requestsBetweenServers")
  void serverRequestsAreHandledThoughManyOthersWait(Request<?> request) throws Exception {
    Holding holding = new Holding();
    NettyRpcServer server =
        fixture.server(holding, fixture.serverSettings().toBuilder().limits(LIMITS).build());
    NettyRpcClient peer =
        fixture.client(
            RpcClientSettings.builder(Frame.Role.SERVER, RpcFixture.CLIENT_ID)
                .transport(Transport.NIO)
                .eventLoopThreads(1)
                .build());
    int count = 150;
    List<CompletableFuture<?>> asked = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      asked.add(peer.call(server.endpoint(), request, RpcFixture.in(60_000)));
    }
    assertThat(RpcFixture.ask(peer, server.endpoint(), 1)).isEqualTo(RpcFixture.created(1));
    assertThat(holding.held).hasSize(count);
    holding.held.forEach(Runnable::run);
    for (CompletableFuture<?> each : asked) {
      assertThat(RpcFixture.await(each)).isInstanceOf(Answer.Failed.class);
    }
    assertThat(server.answerMemory().usedBytes()).isZero();
    assertThat(server.frameMemory().usedBytes()).isZero();
  }

  /** A request with a long answer and a long request; 150 of either exceed the budget. */
  static Stream<Request<?>> requestsBetweenServers() {
    return Stream.of(
        new HeadersRequest(0, false, List.of()),
        new InstallChunkRequest(
            InodeId.ROOT, PartitionIndex.ZEROTH, 1, 0, "entries", 0, new byte[100 << 10]));
  }

  @Test
  void readingClientGetsAllAnswers() throws IOException {
    NettyRpcServer server = server(LIMITS);
    try (RawConnection reader = RawConnection.established(server.endpoint())) {
      reader.send(reads(reader, 40));
      long read = 0;
      byte[] buffer = new byte[MEBIBYTE];
      while (read < 40L * FILE_BYTES) {
        int next = reader.socket.getInputStream().read(buffer);
        assertThat(next).isPositive();
        read += next;
      }
    }
  }

  @Test
  void incompleteFramesStayWithinTheirBudget() throws IOException {
    NettyRpcServer server = server(LIMITS);
    List<RawConnection> greedy = new ArrayList<>();
    try {
      byte[] most = new byte[MEBIBYTE];
      ByteBuffer.wrap(most).putInt(2 * MEBIBYTE).put((byte) 4);
      for (int i = 0; i < 46; i++) {
        RawConnection connection = RawConnection.established(server.endpoint());
        greedy.add(connection);
        CompletableFuture.runAsync(() -> sendAsMuchAsIsTaken(connection, most));
      }
      RpcFixture.until(() -> server.frameMemory().waiting() >= 40);
      assertThat(server.frameMemory().usedBytes()).isLessThanOrEqualTo(LIMITS.frameMemoryBytes());
      assertThat(RpcFixture.ask(fixture.client(), server.endpoint(), 1))
          .isEqualTo(RpcFixture.created(1));
    } finally {
      for (RawConnection connection : greedy) {
        connection.close();
      }
    }
    RpcFixture.until(() -> server.frameMemory().usedBytes() == 0);
  }

  private static void sendAsMuchAsIsTaken(RawConnection connection, byte[] bytes) {
    try {
      connection.send(bytes);
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("lose"); // the test closes the connection at its end
    }
  }

  @Test
  void slowFrameTimesOut() throws IOException {
    NettyRpcServer server =
        fixture.server(
            handler,
            fixture.serverSettings().toBuilder()
                .handshakeMillis(10_000)
                .idleMillis(400)
                .closeMillis(0)
                .limits(LIMITS)
                .build());
    try (RawConnection slow = RawConnection.established(server.endpoint())) {
      byte[] begun = new byte[100_000];
      ByteBuffer.wrap(begun).putInt(2 * MEBIBYTE).put((byte) 4);
      slow.send(begun);
      RpcFixture.until(() -> server.frameMemory().usedBytes() > 0);
      RpcFixture.until(
          () -> {
            try {
              slow.send(new byte[] {0});
            } catch (IOException e) {
              return true;
            }
            return false;
          });
    }
    RpcFixture.until(() -> server.frameMemory().usedBytes() == 0);
  }

  private static void assertOneMoreIsRefused(NettyRpcServer server, String... reason)
      throws IOException {
    try (RawConnection refused = new RawConnection(server.endpoint())) {
      refused.send(RawConnection.hello());
      assertThat(refused.receive())
          .isInstanceOfSatisfying(
              Frame.Refusal.class, refusal -> assertThat(refusal.reason()).contains(reason));
      refused.awaitClosed();
    }
  }

  @Test
  void totalConnectionsAreLimited() throws IOException {
    NettyRpcServer server = server(LIMITS.withConnections(3, 10));
    List<RawConnection> taken = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        taken.add(RawConnection.established(server.endpoint()));
      }
      assertOneMoreIsRefused(server, "3 connections", "(max-connections)");
    } finally {
      for (RawConnection connection : taken) {
        connection.close();
      }
    }
  }

  @Test
  void connectionsPerAddressAreLimited() throws IOException {
    NettyRpcServer server = server(LIMITS.withConnections(10, 3));
    List<RawConnection> taken = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        taken.add(RawConnection.established(server.endpoint()));
      }
      assertOneMoreIsRefused(server, "3 connections of 127.0.0.1", "max-connections-per-address");
      taken.remove(0).close();
      RpcFixture.until(() -> server.connections() == 2);
      taken.add(RawConnection.established(server.endpoint()));
    } finally {
      for (RawConnection connection : taken) {
        connection.close();
      }
    }
  }
}
