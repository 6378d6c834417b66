package io.gigafs.server.quota;

import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.quota.QuotaEpoch;
import io.gigafs.protocol.quota.QuotaGrantRequest;
import io.gigafs.protocol.quota.QuotaGrantRequest.QuotaGrantResult;
import io.gigafs.protocol.quota.UsageRequest;
import io.gigafs.protocol.quota.UsageRequest.UsageResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The home of one quota: grants credit to servers, and starts a count of all servers when the
 * remaining credit is unknown. Used on the lane of the quota's partition.
 *
 * <p>A grant request waits for a running count. If it arrived after that count had begun and there
 * is not enough for it, it waits for another count.
 */
final class QuotaHome {
  private static final Logger LOG = LoggerFactory.getLogger(QuotaHome.class);

  /** Time limit for a server to report its usage. */
  private static final long COUNT_MILLIS = 1_500;

  /** The minimum pause between two counts. */
  private static final long PAUSE_MILLIS = 5;

  private static final int RETRY_LATER_MILLIS = 200;

  private final ServerContext context;
  private final PartitionState partition;
  private final Lane lane;
  private final QuotaLedger book = new QuotaLedger();
  private List<Waiting> waiting = new ArrayList<>();
  private boolean counting;

  QuotaHome(ServerContext context, PartitionState partition) {
    this.context = context;
    this.partition = partition;
    this.lane = context.lanes().of(partition.slot());
  }

  /** A request that waits for a count that begins after it arrived. */
  private interface Waiting {
    /** Answers the request if possible after the counts begun so far. */
    boolean tryAnswer(CommitBatch commitBatch);

    void retryLater(CommitBatch commitBatch);

    /** The server that must take part in the count too. */
    default Optional<ServerId> server() {
      return Optional.empty();
    }
  }

  boolean isOf(PartitionState other) {
    return partition == other;
  }

  void ask(
      QuotaGrantRequest request, Exchange<QuotaGrantResult> exchange, CommitBatch commitBatch) {
    Question question = new Question(request, exchange, book.counts());
    if (!question.tryAnswer(commitBatch)) {
      waiting.add(question);
      count();
    }
  }

  /** Answers the request once a count that begins after this call is complete. */
  <R extends Result> void whenCounted(Exchange<R> exchange, R result) {
    waiting.add(new Bystander<>(exchange, result, book.counts()));
    count();
  }

  private void count() {
    if (counting) {
      return;
    }
    counting = true;
    Set<ServerId> members = new LinkedHashSet<>();
    for (ServerInfo server : context.view().get().servers()) {
      members.add(server.id());
    }
    waiting.forEach(each -> each.server().ifPresent(members::add));
    QuotaEpoch count = book.begin(members, context.nextTransaction());
    UsageRequest request = new UsageRequest(partition.directory(), count);
    for (ServerId member : members) {
      context
          .messenger()
          .askServer(member, request, context.in(COUNT_MILLIS))
          .thenAccept(
              answer -> lane.submit(commitBatch -> reported(member, count, answer, commitBatch)));
    }
  }

  private void reported(
      ServerId member, QuotaEpoch count, Answer<UsageResult> answer, CommitBatch commitBatch) {
    if (!isServed()) {
      retryAllLater(commitBatch);
      return;
    }
    if (answer instanceof Answer.Done<UsageResult> done) {
      if (done.result().counts()) {
        book.reported(member, count, done.result().used(), done.result().leaving());
      } else {
        book.knows(done.result().newest());
        countAgain(count, commitBatch);
      }
    } else {
      LOG.info("server {} did not report its usage of {}: {}", member, partition, answer);
      if (!book.standIn(member, count)) {
        retryAllLater(commitBatch);
      }
    }
    if (counting && book.isComplete()) {
      counting = false;
      answerAll(commitBatch);
    }
  }

  /** Whether this server is still the home. */
  private boolean isServed() {
    return context.view().state(partition.slot()).serves()
        && lane.partitions().find(partition.directory(), partition.index()) == partition;
  }

  private void answerAll(CommitBatch commitBatch) {
    List<Waiting> asked = waiting;
    waiting = new ArrayList<>();
    for (Waiting each : asked) {
      if (!each.tryAnswer(commitBatch)) {
        waiting.add(each);
      }
    }
    if (!waiting.isEmpty()) {
      counting = true;
      context.timers().after(PAUSE_MILLIS, () -> lane.submit(this::countNow));
    }
  }

  private void countAgain(QuotaEpoch count, CommitBatch commitBatch) {
    if (book.isCurrent(count)) {
      countNow(commitBatch);
    }
  }

  private void countNow(CommitBatch commitBatch) {
    if (isServed()) {
      counting = false;
      count();
    } else {
      retryAllLater(commitBatch);
    }
  }

  private void retryAllLater(CommitBatch commitBatch) {
    counting = false;
    waiting.forEach(each -> each.retryLater(commitBatch));
    waiting = new ArrayList<>();
  }

  /** A server's request for credit. */
  private final class Question implements Waiting {
    private final QuotaGrantRequest request;
    private final Exchange<QuotaGrantResult> exchange;
    private final long countsBefore;

    Question(QuotaGrantRequest request, Exchange<QuotaGrantResult> exchange, long countsBefore) {
      this.request = request;
      this.exchange = exchange;
      this.countsBefore = countsBefore;
    }

    @Override
    public boolean tryAnswer(CommitBatch commitBatch) {
      if (commitBatch.nanos() - exchange.deadlineNanos() > 0) {
        retryLater(commitBatch);
        return true;
      }
      Optional<QuotaGrantResult> answer =
          book.answer(request, partition.limits(), book.counts() > countsBefore);
      answer.ifPresent(result -> commitBatch.done(exchange, result));
      return answer.isPresent();
    }

    @Override
    public void retryLater(CommitBatch commitBatch) {
      commitBatch.answer(exchange, new Answer.Retry<>(RETRY_LATER_MILLIS));
    }

    @Override
    public Optional<ServerId> server() {
      return Optional.of(request.server());
    }
  }

  /** A request that must be answered only after all earlier grants are void. */
  private final class Bystander<R extends Result> implements Waiting {
    private final Exchange<R> exchange;
    private final R result;
    private final long countsBefore;

    Bystander(Exchange<R> exchange, R result, long countsBefore) {
      this.exchange = exchange;
      this.result = result;
      this.countsBefore = countsBefore;
    }

    @Override
    public boolean tryAnswer(CommitBatch commitBatch) {
      boolean isSure = book.isComplete() && book.counts() > countsBefore;
      if (isSure) {
        commitBatch.done(exchange, result);
      }
      return isSure;
    }

    @Override
    public void retryLater(CommitBatch commitBatch) {
      commitBatch.answer(exchange, new Answer.Retry<>(RETRY_LATER_MILLIS));
    }
  }
}
