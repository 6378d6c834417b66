package io.gigafs.server.migration;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which a partition splits for load, below the split threshold. Pure functions.
 *
 * <ol>
 *   <li><b>Hot</b>: at least {@code mark} requests per second from clients for {@link #HOT_NANOS},
 *       and at least an eighth of the server's total. Several clients must contribute: a partition
 *       that a single client uses may be delegated to it, and several servers serve one client no
 *       faster.
 *   <li><b>Not small</b>: it holds at least {@link #MIN_ENTRIES} entries for each of the two
 *       halves.
 *   <li><b>A cooler server</b>: the index of a child determines its server. If the child stays on
 *       this server, later descendants may leave. So the generations of descendants are searched,
 *       as far as each descendant would hold {@link #MIN_ENTRIES} entries, for the first one on
 *       another server. The partition splits if that server, with the load that moves there, has at
 *       most three quarters of the current load of this one. So no split makes the busier of the
 *       two servers busier, and equally loaded servers do not split partitions for each other. If
 *       no descendant leaves, nothing splits. This is so where all servers have a partition of the
 *       directory already and their number is a power of two.
 * </ol>
 *
 * <p>Splits are permanent, so the rule cannot oscillate: a directory splits for load at most once
 * for every 64 entries. {@link HeatSplits} adds the pauses.
 *
 * @param mark requests per second; 0 if no partition splits for load
 */
public record HeatRule(long mark) {
  /** Minimum entries of each half after a split for load. */
  static final int MIN_ENTRIES = 64;

  static final long HOT_NANOS = 3_000_000_000L;

  private static final int SHARES = 8;

  /** Later generations are on the slots of earlier ones, or are too small. */
  private static final int MAX_GENERATIONS = 8;

  /**
   * The server of the first descendant that leaves this server.
   *
   * @param halvings how often the partition's load is halved until then
   */
  record Target(ServerId server, int halvings) {}

  boolean isOn() {
    return mark > 0;
  }

  /** Whether a partition has enough entries for a split. */
  static boolean isLargeEnough(long entries) {
    return entries >= 2 * MIN_ENTRIES;
  }

  /** Whether a partition's rate is a large enough share of the server's. */
  static boolean isLargeShare(long perSecond, long ofServer) {
    return perSecond >= ofServer / SHARES;
  }

  /**
   * Whether another server is cool enough for a descendant to move there.
   *
   * @param perSecond the partition's rate
   * @param ofServer this server's rate
   * @param ofOther the other server's rate
   */
  static boolean isCooler(long perSecond, int halvings, long ofServer, long ofOther) {
    return ofOther + (perSecond >> halvings) <= ofServer - ofServer / 4;
  }

  /**
   * The target of the first descendant of a partition that leaves this server; null if none does.
   */
  static @Nullable Target target(
      ClusterView view, ServerId self, InodeId directory, Partition partition, long entries) {
    List<Partition> generation = List.of(partition);
    for (int halvings = 1; halvings <= MAX_GENERATIONS; halvings++) {
      if (entries >> halvings < MIN_ENTRIES || !generation.get(0).canSplit()) {
        return null;
      }
      List<Partition> next = new ArrayList<>();
      for (Partition parent : generation) {
        Partition child = parent.child();
        ServerInfo owner = view.ownerOf(directory, child.index());
        if (!owner.id().equals(self)) {
          return new Target(owner.id(), halvings);
        }
        next.add(parent.afterSplit());
        next.add(child);
      }
      generation = next;
    }
    return null;
  }
}
