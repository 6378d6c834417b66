package io.gigafs.server.quota;

import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.quota.QuotaEpoch;
import io.gigafs.protocol.quota.QuotaGrantRequest;
import io.gigafs.protocol.quota.QuotaGrantRequest.QuotaGrantResult;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.LocalQuota;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas.Verdict;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server's credit of one quota, and the requests that wait for more. Safe for use by several
 * threads.
 *
 * <p>At most one grant request is outstanding. A waiting request can be refused only by the answer
 * to a grant request that was sent after it arrived.
 */
final class QuotaGrant {
  private static final Logger LOG = LoggerFactory.getLogger(QuotaGrant.class);
  private static final long ASK_MILLIS = 5_000;
  private static final long PAUSE_MILLIS = 100;

  /** More is requested when the credit falls below this fraction of the last grant. */
  private static final int LOW_PART = 4;

  private final ServerContext context;
  private final LocalQuota share;

  /** Guarded by this. */
  private final IdentityHashMap<Exchange<?>, Waiter> waiters = new IdentityHashMap<>();

  /** Guarded by this. */
  private boolean asking;

  /** Guarded by this. */
  private long questions;

  /** The credit below which more is requested ahead of need; guarded by this. */
  private QuotaUsage low = QuotaUsage.NOTHING;

  /** The last refusal; guarded by this. */
  private @Nullable Refusal refusal;

  QuotaGrant(ServerContext context, LocalQuota share) {
    this.context = context;
    this.share = share;
  }

  /**
   * A waiting request.
   *
   * @param question the first grant request that was sent after it arrived
   */
  private record Waiter(PartitionState partition, QuotaUsage need, long question) {}

  /**
   * An answer that the quota is exhausted.
   *
   * @param question the grant request that was answered
   * @param epoch a partial grant makes the refusal valid only until the next count; null if nothing
   *     was granted
   */
  private record Refusal(long question, @Nullable QuotaEpoch epoch) {
    boolean holdsFor(Waiter waiter, QuotaEpoch now) {
      return waiter.question <= question && (epoch == null || epoch.equals(now));
    }
  }

  Verdict prepay(
      PartitionState partition, CommitBatch commitBatch, Exchange<?> exchange, QuotaUsage need) {
    if (partition.usage().tryPrepay(commitBatch, need)) {
      settle(exchange);
      return Verdict.GRANTED;
    }
    synchronized (this) {
      Waiter waiter = waiters.get(exchange);
      if (waiter != null && refusal != null && refusal.holdsFor(waiter, share.epoch())) {
        waiters.remove(exchange);
        return Verdict.REFUSED;
      }
      if (waiter == null) {
        waiters.put(exchange, new Waiter(partition, need, questions + 1));
      }
    }
    ask();
    return Verdict.WAIT;
  }

  /** Removes a request that does not wait any more, so that its need is not asked for again. */
  void settle(Exchange<?> exchange) {
    boolean runsLow;
    synchronized (this) {
      if (!waiters.isEmpty()) {
        waiters.remove(exchange);
      }
      runsLow = !asking && !low.isNothing() && !share.credit().covers(low);
      if (runsLow) {
        low = QuotaUsage.NOTHING;
      }
    }
    if (runsLow) {
      ask();
    }
  }

  /** Requests what the waiting requests need, unless a grant request is outstanding. */
  void ask() {
    QuotaGrantRequest request;
    synchronized (this) {
      if (asking) {
        return;
      }
      asking = true;
      questions++;
      QuotaUsage needs = needs();
      request =
          new QuotaGrantRequest(
              share.domain(),
              PartitionIndex.ZEROTH,
              context.view().self(),
              share.epoch(),
              questions,
              wanted(needs),
              needs);
    }
    context
        .messenger()
        .ask(request, context.in(ASK_MILLIS))
        .thenAccept(answer -> answered(request, answer));
  }

  private QuotaUsage needs() {
    long now = context.clock().nanos();
    waiters.keySet().removeIf(exchange -> now - exchange.deadlineNanos() > 0);
    QuotaUsage needs = QuotaUsage.NOTHING;
    for (Waiter waiter : waiters.values()) {
      needs = needs.plus(waiter.need);
    }
    return needs;
  }

  private QuotaUsage wanted(QuotaUsage needs) {
    QuotaUsage credit = share.credit();
    return needs.isNothing() && credit.covers(QuotaUsage.NOTHING)
        ? QuotaUsage.NOTHING
        : needs.minus(credit).atLeast(QuotaUsage.NOTHING);
  }

  private void answered(QuotaGrantRequest request, Answer<QuotaGrantResult> answer) {
    Set<PartitionState> resumed = new HashSet<>();
    synchronized (this) {
      asking = false;
      if (answer instanceof Answer.Done<QuotaGrantResult> done) {
        take(request.number(), done.result());
      } else if (!waiters.isEmpty()) {
        LOG.info("grant from quota {} failed, retrying: {}", share.domain(), answer);
        context.timers().after(PAUSE_MILLIS, this::askAgain);
        return;
      }
      waiters.values().forEach(waiter -> resumed.add(waiter.partition));
    }
    for (PartitionState partition : resumed) {
      context.lanes().of(partition.slot()).submit(commitBatch -> partition.resumeParked());
    }
  }

  private void take(long question, QuotaGrantResult result) {
    boolean isCurrent = result.epoch().equals(share.epoch());
    share.grant(result.more(), result.reuse(), result.epoch());
    low =
        result.exhausted()
            ? QuotaUsage.NOTHING
            : new QuotaUsage(result.more().entries() / LOW_PART, result.more().bytes() / LOW_PART);
    if (result.exhausted() && (isCurrent || result.more().isNothing())) {
      refusal = new Refusal(question, result.more().isNothing() ? null : result.epoch());
    }
  }

  private void askAgain() {
    boolean someWait;
    synchronized (this) {
      long now = context.clock().nanos();
      waiters.keySet().removeIf(exchange -> now - exchange.deadlineNanos() > 0);
      someWait = !waiters.isEmpty();
    }
    if (someWait) {
      ask();
    }
  }
}
