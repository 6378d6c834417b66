package io.gigafs.server.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.LocalCluster;
import io.gigafs.cluster.Membership;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.rpc.RequestHandler;
import io.gigafs.server.context.LocalExchange;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The fence holds back changes, and not reads, while the lease of the server has expired. */
class FenceTest {
  private static final ServerId SELF = new ServerId("s1");
  private static final String LEASE_FAILURE = "it has lost ZooKeeper (zk1:2181) for 12 s";
  private static final UnlinkRequest CHANGE =
      new UnlinkRequest(
          InodeId.ROOT, PartitionIndex.ZEROTH, Caller.ROOT, new Sequence(1, 0), Name.of("a"));
  private static final LookupRequest READ =
      new LookupRequest(
          InodeId.ROOT, PartitionIndex.ZEROTH, Caller.ROOT, Name.of("a"), false, false, false);

  private static final Request<BulkCreateResult> CREATE =
      new CreateRequest(
          InodeId.ROOT,
          PartitionIndex.ZEROTH,
          Caller.ROOT,
          0,
          new long[] {1},
          NameList.of(List.of(Name.of("a"))),
          null,
          0600,
          true,
          true);

  private final LocalCluster cluster = LocalCluster.of(8, 1);
  private final Membership membership = cluster.membership(Runnable::run);
  private final Queue<Exchange<?>> letIn = new ArrayDeque<>();
  private final Fence fence = new Fence(new Server(), membership, Clock.system());

  private final class Server implements RequestHandler {
    @Override
    public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
      letIn.add(exchange);
    }

    @Override
    public void handle(Notice notice, Peer from) {}

    @Override
    public void disconnected(Peer peer) {}
  }

  @BeforeEach
  void join() {
    membership.join(
        new ServerInfo(SELF, new Endpoint("localhost", 1)), new UUID(0, 1), Duration.ZERO);
  }

  @AfterEach
  void leave() {
    membership.close();
  }

  private <R extends Result> LocalExchange<R> ask(Request<R> request) {
    LocalExchange<R> exchange = new LocalExchange<>(7);
    fence.handle(request, exchange);
    return exchange;
  }

  @SuppressWarnings("unchecked") // the test knows what it asked
  private <R extends Result> void answer(Answer<R> answer) {
    ((Exchange<R>) letIn.remove()).answer(answer);
  }

  private static <R extends Result> Answer<R> answerTo(LocalExchange<R> exchange) {
    assertThat(exchange.answered()).isDone();
    return exchange.answered().join();
  }

  @Test
  void allRequestsPassWhileTheLeaseIsValid() {
    LocalExchange<Empty> change = ask(CHANGE);
    assertThat(letIn.element().deadlineNanos()).isEqualTo(7);
    answer(new Answer.Done<>(Empty.INSTANCE));

    assertThat(answerTo(change)).isEqualTo(new Answer.Done<>(Empty.INSTANCE));
  }

  @Test
  void changesAreRetriedAfterLeaseExpiryWithTheReason() {
    cluster.failLease(SELF, LEASE_FAILURE);
    LocalExchange<Empty> change = ask(CHANGE);

    assertThat(letIn).isEmpty();
    assertThat(answerTo(change))
        .isEqualTo(new Answer.Retry<Empty>(200, "accepts no changes: " + LEASE_FAILURE));
  }

  @Test
  void outcomesOfChangesAreWithheldAfterLeaseExpiry() {
    LocalExchange<Empty> done = ask(CHANGE);
    LocalExchange<Empty> failed = ask(CHANGE);
    cluster.failLease(SELF, LEASE_FAILURE);
    answer(new Answer.Done<>(Empty.INSTANCE));
    answer(new Answer.Failed<>(ErrorCode.ENOENT, ""));

    assertThat(answerTo(done)).isInstanceOf(Answer.Retry.class);
    assertThat(answerTo(failed)).isInstanceOf(Answer.Retry.class);
  }

  @Test
  void createsAreFencedLikeOtherChanges() {
    BulkCreateResult made = new BulkCreateResult(new int[1], new long[] {42}, null);
    LocalExchange<BulkCreateResult> before = ask(CREATE);
    answer(new Answer.Done<>(made));
    assertThat(answerTo(before)).isEqualTo(new Answer.Done<>(made));

    LocalExchange<BulkCreateResult> during = ask(CREATE);
    cluster.failLease(SELF, LEASE_FAILURE);
    answer(new Answer.Done<>(made));
    LocalExchange<BulkCreateResult> after = ask(CREATE);
    Answer<BulkCreateResult> retryLater =
        new Answer.Retry<>(200, "accepts no changes: " + LEASE_FAILURE);
    assertThat(answerTo(during)).isEqualTo(retryLater);
    assertThat(answerTo(after)).isEqualTo(retryLater);
    assertThat(letIn).isEmpty();
  }

  @Test
  void readsAndRedirectsPass() {
    LocalExchange<Empty> change = ask(CHANGE);
    cluster.failLease(SELF, LEASE_FAILURE);
    answer(new Answer.Moved<>(membership.view()));
    LocalExchange<LookupResult> read = ask(READ);
    answer(new Answer.Failed<>(ErrorCode.ENOENT, ""));

    assertThat(answerTo(change)).isInstanceOf(Answer.Moved.class);
    assertThat(answerTo(read)).isInstanceOf(Answer.Failed.class);
  }

  @Test
  void fenceReopens() {
    cluster.failLease(SELF, LEASE_FAILURE);
    ask(CHANGE);
    cluster.failLease(SELF, "");
    ask(CHANGE);

    assertThat(letIn).hasSize(1);
  }
}
