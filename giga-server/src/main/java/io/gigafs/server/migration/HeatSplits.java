package io.gigafs.server.migration;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.cluster.RequestRateRequest;
import io.gigafs.protocol.cluster.RequestRateRequest.RequestRateResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.migration.HeatRule.Target;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures request rates of partitions and of the server, and splits hot partitions by the {@link
 * HeatRule}.
 *
 * <p>Each lane measures its own partitions once a second, in a commit batch, and publishes its sum
 * for the other lanes. There is no lock, and one addition per request. Another server's rate is
 * requested only when a partition is hot, and at most once a second. After a split the server waits
 * {@link #PAUSE_NANOS}, so that the rates show its effect.
 *
 * <p>Thread-safe.
 */
public final class HeatSplits {
  private static final Logger LOG = LoggerFactory.getLogger(HeatSplits.class);

  private static final long ASK_MILLIS = 1_000;
  private static final long ASK_NANOS = 1_000_000_000L;
  private static final long PAUSE_NANOS = 5_000_000_000L;

  /** Rates are averages over seconds, and a server that just started gets few requests. */
  private static final long UNKNOWN_NANOS = 10_000_000_000L;

  /** Two sweeps may follow each other closely when the first was late. */
  private static final long MIN_ELAPSED_NANOS = 100_000_000L;

  private final ServerContext context;
  private final Splitter splitter;
  private final HeatRule rule;
  private final List<LaneRate> rates;
  private final long startNanos;
  private final AtomicLong nextNanos;

  public HeatSplits(ServerContext context, Splitter splitter, HeatRule rule) {
    this.context = context;
    this.splitter = splitter;
    this.rule = rule;
    this.startNanos = context.clock().nanos();
    this.nextNanos = new AtomicLong(startNanos);
    this.rates = context.lanes().all().stream().map(lane -> new LaneRate(startNanos)).toList();
  }

  /** The request rate of one lane. */
  private static final class LaneRate {
    /** Used in the lane's commit batches. */
    private long measuredNanos;

    private volatile long perSecond;

    LaneRate(long startNanos) {
      this.measuredNanos = startNanos;
    }
  }

  /**
   * Measures a lane's partitions, and begins a split of the hottest one if the rule permits. Called
   * once a second in a commit batch of the lane.
   */
  public void sweep(Lane lane, CommitBatch commitBatch) {
    LaneRate rate = rates.get(lane.number());
    long elapsedNanos = commitBatch.nanos() - rate.measuredNanos;
    if (elapsedNanos < MIN_ELAPSED_NANOS) {
      return;
    }
    rate.measuredNanos = commitBatch.nanos();
    long sum = 0;
    @Nullable PartitionState hottest = null;
    @Nullable Target target = null;
    for (PartitionState partition : lane.partitions().loaded()) {
      long perSecond = partition.heat().measure(commitBatch.nanos(), elapsedNanos, rule.mark());
      sum += perSecond;
      if (perSecond >= rule.mark()
          && isHot(partition, commitBatch)
          && (hottest == null || perSecond > hottest.heat().perSecond())) {
        Target reached = targetOf(partition);
        if (reached != null) {
          hottest = partition;
          target = reached;
        }
      }
    }
    rate.perSecond = sum;
    if (hottest != null && target != null) {
      ask(hottest, lane, target, commitBatch);
    }
  }

  private boolean isHot(PartitionState partition, CommitBatch commitBatch) {
    return rule.isOn()
        && partition.heat().isHotFor(HeatRule.HOT_NANOS, commitBatch.nanos())
        && HeatRule.isLargeEnough(partition.counts().entries())
        && HeatRule.isLargeShare(partition.heat().perSecond(), perSecond())
        && partition.maySplit(commitBatch.nanos())
        && !partition.leases().isAnythingOut()
        && !partition.leases().copies().isAnyOffered();
  }

  private @Nullable Target targetOf(PartitionState partition) {
    return HeatRule.target(
        context.view().get(),
        context.view().self(),
        partition.directory(),
        partition.partition(),
        partition.counts().entries());
  }

  /** Requests the other server's rate, unless this server has just done so, or has just split. */
  private void ask(PartitionState partition, Lane lane, Target target, CommitBatch commitBatch) {
    long now = commitBatch.nanos();
    long next = nextNanos.get();
    if (now - next < 0 || !nextNanos.compareAndSet(next, now + ASK_NANOS)) {
      return;
    }
    context
        .messenger()
        .askServer(target.server(), new RequestRateRequest(), context.in(ASK_MILLIS))
        .thenAccept(answer -> lane.submit(later -> decide(partition, lane, target, answer, later)));
  }

  private void decide(
      PartitionState partition,
      Lane lane,
      Target target,
      Answer<RequestRateResult> answer,
      CommitBatch commitBatch) {
    if (lane.partitions().find(partition.directory(), partition.index()) != partition
        || !isHot(partition, commitBatch)) {
      return;
    }
    partition.heat().startAnew(commitBatch.nanos());
    if (!(answer instanceof Answer.Done<RequestRateResult> done) || !done.result().known()) {
      LOG.debug("{} is hot, but the rate of {} is unknown", partition, target.server());
      return;
    }
    long own = perSecond();
    long other = done.result().perSecond();
    long hot = partition.heat().perSecond();
    if (HeatRule.isCooler(hot, target.halvings(), own, other)) {
      LOG.info(
          "{} gets {} of {} requests a second, server {} gets {}: splitting it for load",
          partition,
          hot,
          own,
          target.server(),
          other);
      nextNanos.set(commitBatch.nanos() + PAUSE_NANOS);
      splitter.splitForHeat(partition, commitBatch);
    }
  }

  /** The server's total rate. */
  private long perSecond() {
    long sum = 0;
    for (LaneRate rate : rates) {
      sum += rate.perSecond;
    }
    return sum;
  }

  /** Answers another server with this one's rate. */
  void report(RequestRateRequest request, Exchange<RequestRateResult> exchange) {
    boolean isKnown = context.clock().nanos() - startNanos >= UNKNOWN_NANOS;
    exchange.answer(new Answer.Done<>(new RequestRateResult(isKnown, perSecond())));
  }
}
