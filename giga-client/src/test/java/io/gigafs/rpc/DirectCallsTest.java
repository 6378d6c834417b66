package io.gigafs.rpc;

import static io.gigafs.rpc.DirectoryHandler.callWaiting;
import static io.gigafs.rpc.DirectoryHandler.makeDirectory;
import static io.gigafs.rpc.RpcFixture.ask;
import static io.gigafs.rpc.RpcFixture.created;
import static io.gigafs.rpc.RpcFixture.failure;
import static io.gigafs.rpc.RpcFixture.in;
import static io.gigafs.rpc.RpcFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests for direct calls, whose threads wait for the answer. */
@ExtendWith(LeakCheck.class)
class DirectCallsTest {
  private final RpcFixture rpc = new RpcFixture(Transport.AUTO);
  private final Queue<Exchange<EntryResult>> kept = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    rpc.close();
  }

  /** Answers requests with numbers up to 1000 and keeps the others. */
  private final class Keeping extends DirectoryHandler {
    @Override
    void answer(long number, Exchange<EntryResult> exchange) {
      if (number > 1000) {
        kept.add(exchange);
      } else {
        super.answer(number, exchange);
      }
    }
  }

  @Test
  void directCallReturnsItsAnswer() throws Exception {
    NettyRpcServer server = rpc.server(new DirectoryHandler());
    NettyRpcClient client = rpc.client();
    ask(client, server.endpoint(), 1);
    for (int number = 2; number < 100; number++) {
      assertThat(callWaiting(client, server.endpoint(), number))
          .isCompletedWithValue(created(number));
    }
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void firstCallUsesTheSharedConnection() throws Exception {
    NettyRpcServer server = rpc.server(new DirectoryHandler());
    NettyRpcClient client = rpc.client();
    assertThat(RpcFixture.await(callWaiting(client, server.endpoint(), 1))).isEqualTo(created(1));
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void directConnectionsAreLimited() throws Exception {
    NettyRpcServer server = rpc.server(new DirectoryHandler());
    NettyRpcClient client = rpc.client();
    ask(client, server.endpoint(), 1);
    AtomicInteger right = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 40; t++) {
      int first = 1 + t * 100;
      threads.add(
          new Thread(
              () -> {
                for (int i = first; i < first + 100; i++) {
                  if (RpcFixture.await(callWaiting(client, server.endpoint(), i))
                      .equals(created(i))) {
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
    assertThat(server.connections()).isBetween(2, 9);
  }

  @Test
  void directCallEndsAtItsDeadline() throws Exception {
    NettyRpcServer server = rpc.server(new Keeping());
    NettyRpcClient client = rpc.client();
    ask(client, server.endpoint(), 1);
    long begun = RpcFixture.CLOCK.nanos();
    CompletableFuture<?> call = client.callWaiting(server.endpoint(), makeDirectory(1001), in(200));
    long millis = TimeUnit.NANOSECONDS.toMillis(RpcFixture.CLOCK.nanos() - begun);
    assertThat(failure(call).code()).isEqualTo(ErrorCode.ETIMEDOUT);
    assertThat(millis).isGreaterThanOrEqualTo(200L);
    assertThat(callWaiting(client, server.endpoint(), 2)).isCompletedWithValue(created(2));
  }

  @Test
  void directCallFailsWithItsServerAndReconnects() throws Exception {
    NettyRpcServer server = rpc.server(new Keeping());
    Endpoint endpoint = server.endpoint();
    NettyRpcClient client = rpc.client();
    ask(client, endpoint, 1);
    Thread closing =
        new Thread(
            () -> {
              until(() -> !kept.isEmpty());
              server.close();
            });
    closing.start();
    assertThat(failure(callWaiting(client, endpoint, 1001)).code()).isEqualTo(ErrorCode.EIO);
    closing.join();
    rpc.server(new DirectoryHandler(), rpc.serverSettings(), endpoint.port());
    until(() -> callWaiting(client, endpoint, 2).handle((made, gone) -> gone == null).join());
  }

  @Test
  void directCallFailsWhenTheClientCloses() throws Exception {
    NettyRpcServer server = rpc.server(new Keeping());
    NettyRpcClient client = rpc.client();
    ask(client, server.endpoint(), 1);
    Thread closing =
        new Thread(
            () -> {
              until(() -> !kept.isEmpty());
              client.close();
            });
    closing.start();
    assertThat(failure(callWaiting(client, server.endpoint(), 1001)).code())
        .isEqualTo(ErrorCode.EIO);
    closing.join();
    until(() -> server.connections() == 0);
  }

  @Test
  void oversizedCallKeepsItsConnection() throws Exception {
    NettyRpcServer server =
        rpc.server(
            new DirectoryHandler(),
            rpc.serverSettings().toBuilder().maxFrameBytes(1 << 16).build());
    NettyRpcClient client = rpc.client();
    ask(client, server.endpoint(), 1);
    assertThat(callWaiting(client, server.endpoint(), 2)).isCompletedWithValue(created(2));
    Caller ofManyGroups =
        new Caller(1000, 1000, IntStream.range(1 << 30, (1 << 30) + 20_000).toArray());
    assertThat(
            failure(
                    client.callWaiting(
                        server.endpoint(), makeDirectory(3, ofManyGroups), in(20_000)))
                .code())
        .isEqualTo(ErrorCode.EINVAL);
    assertThat(callWaiting(client, server.endpoint(), 4)).isCompletedWithValue(created(4));
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void directCallKeepsTheInterruptFlag() throws Exception {
    NettyRpcServer server = rpc.server(new DirectoryHandler());
    NettyRpcClient client = rpc.client();
    ask(client, server.endpoint(), 1);
    callWaiting(client, server.endpoint(), 2);
    Thread.currentThread().interrupt();
    CompletableFuture<Answer<EntryResult>> call = callWaiting(client, server.endpoint(), 3);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(call).isCompletedWithValue(created(3));
  }

  @Test
  void interruptEndsADirectCall() throws Exception {
    NettyRpcServer server = rpc.server(new Keeping());
    NettyRpcClient client = rpc.client();
    ask(client, server.endpoint(), 1);
    callWaiting(client, server.endpoint(), 2);
    Thread caller = Thread.currentThread();
    Thread interrupting =
        new Thread(
            () -> {
              until(() -> !kept.isEmpty());
              caller.interrupt();
            });
    interrupting.start();
    CompletableFuture<Answer<EntryResult>> call = callWaiting(client, server.endpoint(), 1001);
    assertThat(Thread.interrupted()).isTrue();
    interrupting.join();
    assertThat(failure(call).code()).isEqualTo(ErrorCode.EIO);
    assertThat(failure(call)).hasMessageContaining("interrupted");
    assertThat(callWaiting(client, server.endpoint(), 3)).isCompletedWithValue(created(3));
    until(() -> server.connections() == 2);
  }

  @Test
  void idleDirectConnectionsAreClosed() throws Exception {
    NettyRpcServer server = rpc.server(new DirectoryHandler());
    NettyRpcClient client =
        rpc.client(
            rpc.clientSettings().toBuilder()
                .connectTimeoutMillis(5_000)
                .keepAliveMillis(4_000)
                .build());
    ask(client, server.endpoint(), 1);
    callWaiting(client, server.endpoint(), 2);
    assertThat(server.connections()).isEqualTo(2);
    until(() -> server.connections() == 1);
  }
}
