package io.gigafs.server.partition;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.quota.QuotaEpoch;
import io.gigafs.protocol.quota.QuotaUsage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One server's share of one quota: the usage of its partitions, and the credit that it may use
 * without asking the quota's home. Safe for use by several threads; calls do not block.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>{@code used} is the usage of all partitions of the domain on this server, including decided
 *       changes that are not committed yet. Removals count until they are committed.
 *   <li>{@code credit} is what was granted since the last cut, less what was used since. Once the
 *       home has said that usage is within the limits, what was freed since is added.
 *   <li>A cut voids everything that was granted or freed before it.
 * </ol>
 *
 * <p>So the usage that all servers report at their cuts plus all later grants bounds their usage,
 * even if servers crash.
 */
public final class LocalQuota {
  private final InodeId domain;
  private QuotaUsage used = QuotaUsage.NOTHING;
  private QuotaUsage credit = QuotaUsage.NOTHING;
  private QuotaEpoch epoch = QuotaEpoch.NONE;
  private ReportedUsage reportedAtCut = new ReportedUsage(QuotaUsage.NOTHING, QuotaUsage.NOTHING);

  /** Freed since the cut and not yet added to the credit. */
  private QuotaUsage freed = QuotaUsage.NOTHING;

  private boolean reuses;

  /** Usage that another server may have taken over, and counts, too. */
  private QuotaUsage leaving = QuotaUsage.NOTHING;

  /** Usage that came from servers whose last count was later than this server's. */
  private final List<Received> ahead = new ArrayList<>();

  LocalQuota(InodeId domain) {
    this.domain = domain;
  }

  private record Received(QuotaUsage usage, long countedAt) {}

  /**
   * A server's report for a count.
   *
   * @param leaving the part of {@code used} that another server may report too
   */
  public record ReportedUsage(QuotaUsage used, QuotaUsage leaving) {}

  /** The directory whose quota it is. */
  public InodeId domain() {
    return domain;
  }

  /** Uses credit, if there is enough. */
  public synchronized boolean tryUse(QuotaUsage more) {
    boolean may = credit.covers(more);
    if (may) {
      use(more);
    }
    return may;
  }

  /** Uses unconditionally: the credit may become negative. */
  public synchronized void use(QuotaUsage more) {
    used = used.plus(more);
    credit = credit.minus(more);
  }

  /** Frees usage, once a removal is committed, or if reserved usage was not needed. */
  public synchronized void free(QuotaUsage less) {
    used = used.minus(less);
    freed = freed.plus(less);
    reuse();
  }

  private void reuse() {
    if (reuses) {
      credit = credit.plus(freed);
      freed = QuotaUsage.NOTHING;
    }
  }

  /** Records that another server may have this usage too from now on. */
  public synchronized void beginTransfer(QuotaUsage part) {
    leaving = leaving.plus(part);
  }

  /** Records that no other server has this usage. */
  public synchronized void endTransfer(QuotaUsage part) {
    leaving = leaving.minus(part);
  }

  /**
   * Adds usage that comes from another server, if that server has reported it in each count that
   * this server has taken part in; otherwise a count would miss it.
   *
   * @param countedAt the newest count in which the other server reported the usage
   */
  public synchronized boolean receive(QuotaUsage more, long countedAt) {
    boolean may = mayReceive(countedAt);
    if (may) {
      used = used.plus(more);
      if (countedAt > epoch.number()) {
        ahead.add(new Received(more, countedAt));
      }
    }
    return may;
  }

  /** Whether {@link #receive} would succeed. */
  public synchronized boolean mayReceive(long countedAt) {
    return !epoch.isNone() && epoch.number() <= countedAt;
  }

  /** Adds usage unconditionally, when the count of this epoch does not depend on it any more. */
  public synchronized void receiveUnconditionally(QuotaUsage more) {
    used = used.plus(more);
  }

  /** Reverts {@link #receive}. */
  synchronized void revertReceive(QuotaUsage less, long countedAt) {
    used = used.minus(less);
    ahead.remove(new Received(less, countedAt));
  }

  /** Removes usage that another server has taken over. */
  public synchronized void handOver(QuotaUsage less) {
    used = used.minus(less);
  }

  /**
   * Starts a count: all credit is dropped.
   *
   * @return the report, the same for the same count; null if this server knows a newer count, or
   *     another one of the same number
   */
  public synchronized @Nullable ReportedUsage cut(QuotaEpoch count) {
    if (count.equals(epoch)) {
      return reportedAtCut;
    }
    if (count.number() <= epoch.number()) {
      return null;
    }
    epoch = count;
    credit = QuotaUsage.NOTHING;
    freed = QuotaUsage.NOTHING;
    reuses = false;
    ahead.removeIf(received -> received.countedAt < count.number());
    QuotaUsage reported = used;
    for (Received received : ahead) {
      reported = reported.minus(received.usage);
    }
    reportedAtCut = new ReportedUsage(reported, leaving);
    return reportedAtCut;
  }

  /**
   * Adds a grant of the quota's home, unless a newer count has begun.
   *
   * @param reuse whether freed usage may be reused without asking
   */
  public synchronized void grant(QuotaUsage more, boolean reuse, QuotaEpoch count) {
    if (count.equals(epoch)) {
      credit = credit.plus(more);
      reuses |= reuse;
      reuse();
    }
  }

  /** The last count that this server took part in. */
  public synchronized QuotaEpoch epoch() {
    return epoch;
  }

  public synchronized QuotaUsage used() {
    return used;
  }

  public synchronized QuotaUsage credit() {
    return credit;
  }

  @Override
  public synchronized String toString() {
    return used + " used and " + credit + " left, count " + epoch.number();
  }
}
