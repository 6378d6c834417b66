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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests for deferred calls that are sent together with a direct call, their carrier. */
@ExtendWith(LeakCheck.class)
final class PiggybackedCallsTest {
  /** A server may stall for twice this long before its connection is considered lost. */
  private static final int IDLE_MILLIS = 1_500;

  private final RpcFixture rpc = new RpcFixture(Transport.AUTO);
  private final Queue<Long> received = new ConcurrentLinkedQueue<>();
  private final Queue<Exchange<EntryResult>> kept = new ConcurrentLinkedQueue<>();
  private final CountDownLatch release = new CountDownLatch(1);
  private NettyRpcServer server;
  private NettyRpcClient client;

  /** Answers requests with numbers up to 1000 and keeps the others. */
  private final class Keeping extends DirectoryHandler {
    @Override
    void answer(long number, Exchange<EntryResult> exchange) {
      received.add(number);
      if (number > 1000) {
        kept.add(exchange);
      } else {
        super.answer(number, exchange);
      }
    }
  }

  /** Blocks the thread that otherwise sends deferred calls by itself. */
  @BeforeEach
  void open() throws Exception {
    server =
        rpc.server(new Keeping(), rpc.serverSettings().toBuilder().maxFrameBytes(1 << 16).build());
    client = rpc.client();
    ask(client, endpoint(), 1);
    callWaiting(client, endpoint(), 2);
    CountDownLatch held = new CountDownLatch(1);
    CompletableFuture<Answer<EntryResult>> call =
        client.call(endpoint(), makeDirectory(1001), in(20_000));
    call.thenRun(
        () -> {
          held.countDown();
          awaitRelease();
        });
    answerKept(1001);
    held.await();
    received.clear();
  }

  private void awaitRelease() {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void close() {
    release.countDown();
    rpc.close();
  }

  private Endpoint endpoint() {
    return server.endpoint();
  }

  private CompletableFuture<Answer<EntryResult>> defer(long number, int millis) {
    return client.callDeferred(endpoint(), makeDirectory(number), in(millis));
  }

  private void answerKept(long number) {
    until(() -> !kept.isEmpty());
    kept.remove().answer(created(number));
  }

  @Test
  void deferredCallsAreHandledBeforeTheirCarrier() {
    CompletableFuture<?> first = defer(3, 20_000);
    CompletableFuture<?> second = defer(4, 20_000);
    assertThat(callWaiting(client, endpoint(), 5)).isCompletedWithValue(created(5));
    assertThat(received).containsExactly(3L, 4L, 5L);
    assertThat(first).isCompletedWithValueMatching(created(3)::equals);
    assertThat(second).isCompletedWithValueMatching(created(4)::equals);
  }

  @Test
  void deferredCallsPerCarrierAreLimited() {
    for (int i = 0; i < 100; i++) {
      defer(3, 20_000);
    }
    callWaiting(client, endpoint(), 5);
    assertThat(received).hasSizeBetween(2, 50).endsWith(5L);
  }

  @Test
  void nextCallReceivesLateAnswers() {
    CompletableFuture<?> deferred = defer(1002, 20_000);
    callWaiting(client, endpoint(), 3);
    assertThat(deferred).isNotDone();
    answerKept(1002);
    // The answer may still be in flight.
    until(() -> callWaiting(client, endpoint(), 4).isDone() && deferred.isDone());
    assertThat(deferred).isCompletedWithValueMatching(created(1002)::equals);
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void lateAnswersArriveWithoutAnotherCall() {
    CompletableFuture<?> deferred = defer(1002, 20_000);
    callWaiting(client, endpoint(), 3);
    release.countDown();
    answerKept(1002);
    until(deferred::isDone);
    assertThat(deferred).isCompletedWithValueMatching(created(1002)::equals);
  }

  /** The periodic watch, which also polls for answers, does not run in this test. */
  @Test
  void flushReceivesLateAnswersWithoutTheWatch() {
    release.countDown();
    NettyRpcClient unwatched = rpc.client(rpc.clientSettings(), TimeUnit.DAYS.toMillis(1));
    ask(unwatched, endpoint(), 1);
    callWaiting(unwatched, endpoint(), 2);
    CompletableFuture<?> deferred =
        unwatched.callDeferred(endpoint(), makeDirectory(1002), in(600_000));
    callWaiting(unwatched, endpoint(), 3);
    until(() -> !kept.isEmpty());
    unwatched.flushDeferred();
    answerKept(1002);
    until(deferred::isDone);
    assertThat(deferred).isCompletedWithValueMatching(created(1002)::equals);
  }

  @Test
  void expiredDeferredCallKeepsTheConnection() throws Exception {
    Deque<CompletableFuture<?>> deferred = new ArrayDeque<>();
    // If this thread stalls, the deadline passes before the call is sent; the test tries again.
    until(
        () -> {
          deferred.add(defer(1002, 200));
          callWaiting(client, endpoint(), 3);
          return received.contains(1002L);
        });
    release.countDown();
    assertThat(failure(deferred.getLast()).code()).isEqualTo(ErrorCode.ETIMEDOUT);
    answerKept(1002);
    assertThat(callWaiting(client, endpoint(), 4)).isCompletedWithValue(created(4));
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void idleConnectionWaitsForDeferredAnswers() throws Exception {
    release.countDown();
    NettyRpcClient impatient =
        rpc.client(
            rpc.clientSettings().toBuilder()
                .connectTimeoutMillis(5_000)
                .keepAliveMillis(IDLE_MILLIS)
                .build());
    ask(impatient, endpoint(), 1);
    callWaiting(impatient, endpoint(), 2);
    CompletableFuture<?> deferred =
        impatient.callDeferred(endpoint(), makeDirectory(1002), in(20_000));
    callWaiting(impatient, endpoint(), 3);
    until(() -> !kept.isEmpty());
    // A connection that is idle from now on is closed after the time of the first one is up.
    NettyRpcClient other =
        rpc.client(
            rpc.clientSettings().toBuilder()
                .connectTimeoutMillis(5_000)
                .keepAliveMillis(IDLE_MILLIS)
                .build());
    ask(other, endpoint(), 4);
    callWaiting(other, endpoint(), 5);
    int open = server.connections();
    until(() -> server.connections() < open);
    answerKept(1002);
    until(deferred::isDone);
    assertThat(deferred).isCompletedWithValueMatching(created(1002)::equals);
  }

  @Test
  void deferredCallFailsWithItsServer() throws Exception {
    CompletableFuture<?> deferred = defer(1002, 20_000);
    callWaiting(client, endpoint(), 3);
    release.countDown();
    server.close();
    assertThat(failure(deferred).code()).isEqualTo(ErrorCode.EIO);
  }

  @Test
  void deferredCallFailsWithItsClient() throws Exception {
    CompletableFuture<?> deferred = defer(1002, 20_000);
    callWaiting(client, endpoint(), 3);
    release.countDown();
    client.close();
    assertThat(failure(deferred).code()).isEqualTo(ErrorCode.EIO);
  }

  @Test
  void deferredCallIsSentThoughItsCarrierIsTooLong() throws Exception {
    CompletableFuture<?> deferred = defer(3, 20_000);
    Caller ofManyGroups =
        new Caller(1000, 1000, IntStream.range(1 << 30, (1 << 30) + 20_000).toArray());
    CompletableFuture<?> tooLong =
        client.callWaiting(endpoint(), makeDirectory(4, ofManyGroups), in(20_000));
    assertThat(failure(tooLong).code()).isEqualTo(ErrorCode.EINVAL);
    release.countDown();
    until(deferred::isDone);
    assertThat(deferred).isCompletedWithValueMatching(created(3)::equals);
  }
}
