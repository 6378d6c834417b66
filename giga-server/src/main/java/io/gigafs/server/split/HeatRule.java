package io.gigafs.server.split;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When a partition splits for heat, below the split threshold. Pure.
 *
 * <ol>
 *   <li><b>Hot</b>: at least {@code mark} requests a second of clients for {@link #HOT_NANOS}, and
 *       at least an eighth of all that the server takes. Several clients ask: the names of a
 *       partition that one client asks may be delegated to it, and several servers serve one client
 *       no faster.
 *   <li><b>Not small</b>: it holds at least {@link #MIN_ENTRIES} entries for each of the two
 *       halves.
 *   <li><b>A cooler server</b>: the place of a child follows from its index. If the child stays on
 *       this server, its own child and the partition's next one may not, and so on: the generations
 *       of descendants are looked at, as far as each descendant would hold {@link #MIN_ENTRIES}
 *       entries, for the first one that goes to another server. The partition splits if that
 *       server, with the part that goes there, has at most three quarters of what this one has now.
 *       So no split makes the busiest server of the two busier, and servers that are loaded alike
 *       split nothing for each other. If no descendant leaves, as where all servers have a
 *       partition of the directory already and there are a power of two of them, nothing splits.
 * </ol>
 *
 * <p>Splits are for good, so the rule cannot swing to and fro: a directory splits for heat once for
 * every 64 entries at most. {@link HeatSplits} adds the pauses.
 *
 * @param mark requests a second; 0 if nothing splits for heat
 */
public record HeatRule(long mark) {
  /** A partition does not split for heat into halves of fewer entries. */
  static final int MIN_ENTRIES = 64;

  static final long HOT_NANOS = 3_000_000_000L;

  private static final int SHARES = 8;

  /** Descendants of later generations are on the slots of earlier ones, or are too small. */
  private static final int MAX_GENERATIONS = 8;

  /**
   * Where the first descendant goes that leaves the server.
   *
   * @param halvings how often the partition's load is halved until it does
   */
  record Target(ServerId server, int halvings) {}

  boolean isOn() {
    return mark > 0;
  }

  /** Whether a partition holds enough for a split. */
  static boolean isLargeEnough(long entries) {
    return entries >= 2 * MIN_ENTRIES;
  }

  /** Whether a partition's rate is more than its share of the server's. */
  static boolean isLargeShare(long perSecond, long ofServer) {
    return perSecond >= ofServer / SHARES;
  }

  /**
   * Whether another server is that much cooler that a descendant is better there.
   *
   * @param perSecond the partition's rate
   * @param ofServer this server's
   * @param ofOther the other's
   */
  static boolean isCooler(long perSecond, int halvings, long ofServer, long ofOther) {
    return ofOther + (perSecond >> halvings) <= ofServer - ofServer / 4;
  }

  /** The first descendant of a partition that leaves this server; null if none does. */
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
