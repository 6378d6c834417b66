package io.gigafs.server.localquota;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.QuotaEpoch;
import io.gigafs.protocol.Usage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One server's share of one quota: what its partitions hold, and the credit that it may use up
 * without asking the quota's home. Safe for use by several threads; each call is short.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>{@code used} is what all partitions of the domain here hold, with what is decided and not
 *       committed yet; what is removed counts until the removal is committed;
 *   <li>credit is what was granted since the last cut, less what was used since; and once the home
 *       has said that there is no more than there may be, what became free since;
 *   <li>from a cut on nothing counts that was granted, or became free, before it.
 * </ol>
 *
 * <p>So the sum of what all servers told at their cuts, and of all grants since, bounds what they
 * hold, whatever they do and whoever of them dies.
 */
public final class LocalQuota {
  private final InodeId domain;
  private Usage used = Usage.NOTHING;
  private Usage credit = Usage.NOTHING;
  private QuotaEpoch epoch = QuotaEpoch.NONE;
  private Told toldAtCut = new Told(Usage.NOTHING, Usage.NOTHING);

  /** What became free since the cut and is not credit yet. */
  private Usage freed = Usage.NOTHING;

  private boolean reuses;

  /** What another server may hold too by now, and counts. */
  private Usage leaving = Usage.NOTHING;

  /** What came from servers that had a part in later counts than this one. */
  private final List<Arrival> ahead = new ArrayList<>();

  LocalQuota(InodeId domain) {
    this.domain = domain;
  }

  private record Arrival(Usage brought, long countedAt) {}

  /**
   * What a server tells for a count.
   *
   * @param leaving how much of what is used another server may have told too
   */
  public record Told(Usage used, Usage leaving) {}

  /** The directory whose quota it is. */
  public InodeId domain() {
    return domain;
  }

  /** Uses up credit, if there is enough. */
  public synchronized boolean tryUse(Usage more) {
    boolean may = credit.covers(more);
    if (may) {
      use(more);
    }
    return may;
  }

  /** Uses what is used in any case: the credit may fall below nothing, as a debt. */
  public synchronized void use(Usage more) {
    used = used.plus(more);
    credit = credit.minus(more);
  }

  /** Notes what was removed, once that is committed, or was used up for nothing. */
  public synchronized void free(Usage less) {
    used = used.minus(less);
    freed = freed.plus(less);
    reuse();
  }

  private void reuse() {
    if (reuses) {
      credit = credit.plus(freed);
      freed = Usage.NOTHING;
    }
  }

  /** Notes that another server may hold it too from now on. */
  public synchronized void leave(Usage part) {
    leaving = leaving.plus(part);
  }

  /** Notes that no other server does. */
  public synchronized void stay(Usage part) {
    leaving = leaving.minus(part);
  }

  /**
   * Takes in what comes here from another server, if that one has counted it by now in each count
   * that this one has a part in; otherwise some count would miss it.
   *
   * @param countedAt the newest count that the other server had a part in while it held it
   */
  public synchronized boolean takeIn(Usage more, long countedAt) {
    boolean may = mayTakeIn(countedAt);
    if (may) {
      used = used.plus(more);
      if (countedAt > epoch.number()) {
        ahead.add(new Arrival(more, countedAt));
      }
    }
    return may;
  }

  /** Whether {@link #takeIn} would. */
  public synchronized boolean mayTakeIn(long countedAt) {
    return !epoch.isNone() && epoch.number() <= countedAt;
  }

  /** Takes in what no count of this epoch is needed for any more. */
  public synchronized void takeInAnyhow(Usage more) {
    used = used.plus(more);
  }

  /** Notes that what was taken in is not to come after all. */
  public synchronized void takeBack(Usage less, long countedAt) {
    used = used.minus(less);
    ahead.remove(new Arrival(less, countedAt));
  }

  /** Notes that another server has taken it in. */
  public synchronized void giveAway(Usage less) {
    used = used.minus(less);
  }

  /**
   * Begins a count: all credit is given up.
   *
   * @return what to tell, the same for the same count; null if a newer one, or another of the same
   *     number, was begun here before
   */
  public synchronized @Nullable Told cut(QuotaEpoch count) {
    if (count.equals(epoch)) {
      return toldAtCut;
    }
    if (count.number() <= epoch.number()) {
      return null;
    }
    epoch = count;
    credit = Usage.NOTHING;
    freed = Usage.NOTHING;
    reuses = false;
    ahead.removeIf(arrival -> arrival.countedAt < count.number());
    Usage told = used;
    for (Arrival arrival : ahead) {
      told = told.minus(arrival.brought);
    }
    toldAtCut = new Told(told, leaving);
    return toldAtCut;
  }

  /**
   * Adds what the quota's home gives, unless a new count has begun since.
   *
   * @param reuse whether what becomes free may be used again without asking
   */
  public synchronized void grant(Usage more, boolean reuse, QuotaEpoch count) {
    if (count.equals(epoch)) {
      credit = credit.plus(more);
      reuses |= reuse;
      reuse();
    }
  }

  /** The count that this server had a part in last. */
  public synchronized QuotaEpoch epoch() {
    return epoch;
  }

  public synchronized Usage used() {
    return used;
  }

  public synchronized Usage credit() {
    return credit;
  }

  @Override
  public synchronized String toString() {
    return used + " used and " + credit + " left, count " + epoch.number();
  }
}
