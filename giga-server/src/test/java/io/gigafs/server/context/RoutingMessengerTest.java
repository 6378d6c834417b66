package io.gigafs.server.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.VirtualTime;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.TestViews;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.rpc.RequestHandler;
import io.gigafs.rpc.RpcClient;
import io.gigafs.server.membership.CurrentView;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Requests of a server to itself end at their deadline, whatever their handler does. */
class RoutingMessengerTest {
  private static final long TIMEOUT_MILLIS = 3_000;
  private static final UnlinkRequest REQUEST =
      new UnlinkRequest(
          InodeId.ROOT, PartitionIndex.ZEROTH, Caller.ROOT, new Sequence(1, 0), Name.of("a"));

  private static final ServerInfo SELF =
      new ServerInfo(new ServerId("s1"), new Endpoint("localhost", 1));

  private final VirtualTime time = new VirtualTime();
  private final Queue<Exchange<?>> received = new ArrayDeque<>();
  private final RoutingMessenger messenger =
      new RoutingMessenger(
          new CurrentView(SELF.id(), view(), time), new NoNetwork(), Handler::new, time, time);

  private final class Handler implements RequestHandler {
    @Override
    public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
      received.add(exchange);
    }

    @Override
    public void handle(Notice notice, Peer from) {}

    @Override
    public void disconnected(Peer peer) {}
  }

  /** Accepts no call: nothing may leave this server. */
  private static final class NoNetwork implements RpcClient {
    @Override
    public <R extends Result> CompletableFuture<Answer<R>> call(
        Endpoint server, Request<R> request, long deadlineNanos) {
      throw new AssertionError("sent over the network: " + request);
    }

    @Override
    public void close() {}
  }

  private static ClusterView view() {
    return TestViews.of(
        new UUID(0, 1),
        1,
        ClusterSettings.DEFAULTS,
        List.of(SELF),
        SlotTable.of(0, 0),
        List.of(),
        Set.of());
  }

  private CompletableFuture<Answer<Empty>> ask() {
    return messenger.ask(REQUEST, time.nanos() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS));
  }

  @SuppressWarnings("unchecked") // the test knows what it asked
  private void answer(Answer<Empty> answer) {
    ((Exchange<Empty>) received.remove()).answer(answer);
  }

  @Test
  void answerOfTheHandlerIsPassedOn() {
    CompletableFuture<Answer<Empty>> asked = ask();
    time.advanceMillis(TIMEOUT_MILLIS);
    messenger.sweep();
    assertThat(asked).isNotDone();
    answer(new Answer.Done<>(Empty.INSTANCE));

    assertThat(asked).isCompletedWithValue(new Answer.Done<>(Empty.INSTANCE));
  }

  @Test
  void requestWithoutAnswerFailsAtItsDeadline() {
    CompletableFuture<Answer<Empty>> asked = ask();
    time.advanceMillis(TIMEOUT_MILLIS + 1);
    messenger.sweep();

    Answer<Empty> timedOut =
        new Answer.Failed<>(
            ErrorCode.ETIMEDOUT,
            "server s1 (localhost:1) did not answer UNLINK: the request is still being processed");
    assertThat(asked).isCompletedWithValue(timedOut);
    answer(new Answer.Done<>(Empty.INSTANCE));
    assertThat(asked).isCompletedWithValue(timedOut);
  }

  @Test
  void requestIsRepeatedUntilItIsDecided() {
    CompletableFuture<Answer<Empty>> asked = ask();
    answer(new Answer.Retry<>(100, "a partition is frozen"));
    time.advanceMillis(100);
    answer(new Answer.Failed<>(ErrorCode.ENOENT, ""));

    assertThat(asked).isCompletedWithValue(new Answer.Failed<>(ErrorCode.ENOENT, ""));
  }

  @Test
  void repeatedRequestFailsAtItsDeadlineWithTheLastReason() {
    CompletableFuture<Answer<Empty>> asked = ask();
    answer(new Answer.Retry<>((int) TIMEOUT_MILLIS + 1, "a partition is frozen"));

    assertThat(asked)
        .isCompletedWithValue(
            new Answer.Failed<>(
                ErrorCode.ETIMEDOUT,
                "server s1 (localhost:1) did not answer UNLINK: a partition is frozen"));
  }
}
