package io.gigafs.server.partition;

import io.gigafs.index.Name;
import org.jspecify.annotations.Nullable;

/**
 * The rate of client requests to a partition, and since when it is high and from several clients.
 * Used on the lane only.
 *
 * <p>Counting a request takes an addition and a comparison, and reads no clock. Once a second the
 * count becomes a rate, averaged with the earlier rate so that the latest second weighs half.
 */
public final class PartitionHeat {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /**
   * The load is that of several clients if at least one in this many requests comes from another
   * client than the request before.
   */
  private static final int REQUESTS_PER_CHANGE = 256;

  private long counted;
  private long lastClient = ChangeCounter.NOBODY;
  private long changesOfClient;
  private long perSecond;
  private boolean aboveMark;
  private long aboveMarkSinceNanos;

  /** Null unless the most looked-up names are counted. */
  private @Nullable HotNames names;

  /** Records a client's look-up of a name. */
  void met(Name name) {
    HotNames watched = names;
    if (watched != null) {
      watched.met(name);
    }
  }

  /** Starts or stops counting look-ups by name. */
  public void watchNames(boolean watches) {
    if (!watches) {
      names = null;
    } else if (names == null) {
      names = new HotNames();
    }
  }

  /** The most looked-up names; null if they are not counted. */
  public @Nullable HotNames names() {
    return names;
  }

  /** Whether the last rate was above the mark, and from several clients. */
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
   * Updates the rate with the requests since the last call.
   *
   * @param elapsedNanos since the last call; more than 0
   * @param mark the rate above which the partition may be hot; 0 for none
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

  /** Whether each rate of the given time was above the mark, and from several clients. */
  public boolean isHotFor(long nanos, long nowNanos) {
    return aboveMark && nowNanos - aboveMarkSinceNanos >= nanos;
  }

  /** Restarts the time for which the partition must be hot. */
  public void startAnew(long nowNanos) {
    aboveMarkSinceNanos = nowNanos;
  }
}
