package io.gigafs.server.lane;

import io.gigafs.index.Name;
import org.jspecify.annotations.Nullable;

/**
 * How many requests of clients a partition takes, and since when these are many and of several
 * clients. Used on the lane only.
 *
 * <p>A request is counted by an addition and a comparison, without a look at a clock. Once a second
 * the count becomes a rate, averaged with those before so that a single second weighs half.
 */
public final class PartitionHeat {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** A request in as many, at least, is of another client than the one before it. */
  private static final int REQUESTS_PER_CHANGE = 256;

  private long counted;
  private long lastClient = ChangeCounter.NOBODY;
  private long changesOfClient;
  private long perSecond;
  private boolean aboveMark;
  private long aboveMarkSinceNanos;

  /** Null unless it is to be known which names are looked up most. */
  private @Nullable HotNames names;

  /** Notes that a client looks a name up. */
  void met(Name name) {
    HotNames watched = names;
    if (watched != null) {
      watched.met(name);
    }
  }

  /** Has look-ups counted by name, or no longer. */
  public void watchNames(boolean watches) {
    if (!watches) {
      names = null;
    } else if (names == null) {
      names = new HotNames();
    }
  }

  /** The names that are looked up most; null if they are not counted. */
  public @Nullable HotNames names() {
    return names;
  }

  /** Whether several clients asked, and the last rate was above the mark. */
  public boolean isAboveMark() {
    return aboveMark;
  }

  /** Counts requests of a client. */
  public void count(long client, int requests) {
    counted += requests;
    if (client != lastClient) {
      lastClient = client;
      changesOfClient++;
    }
  }

  /**
   * Takes what was counted since the last call into the rate.
   *
   * @param elapsedNanos since the last call; more than 0
   * @param mark the rate from which on the partition may be hot; 0 for none
   * @return the rate
   */
  public long measure(long nowNanos, long elapsedNanos, long mark) {
    boolean isOfSeveral = changesOfClient > 1 && changesOfClient >= counted / REQUESTS_PER_CHANGE;
    if (counted != 0 || perSecond != 0) {
      long latest = (long) ((double) counted * NANOS_PER_SECOND / elapsedNanos);
      perSecond = (perSecond + latest) / 2;
      counted = 0;
      changesOfClient = 0;
    }
    boolean isAbove = mark > 0 && perSecond >= mark && isOfSeveral;
    if (isAbove && !aboveMark) {
      aboveMarkSinceNanos = nowNanos;
    }
    aboveMark = isAbove;
    return perSecond;
  }

  /** Requests a second, as last measured. */
  public long perSecond() {
    return perSecond;
  }

  /** Whether for as long a time several clients asked, and each rate was above the mark. */
  public boolean isHotFor(long nanos, long nowNanos) {
    return aboveMark && nowNanos - aboveMarkSinceNanos >= nanos;
  }

  /** Has the partition count as hot only when it was so for as long again. */
  public void startAnew(long nowNanos) {
    aboveMarkSinceNanos = nowNanos;
  }
}
