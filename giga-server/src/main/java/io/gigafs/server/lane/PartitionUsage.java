package io.gigafs.server.lane;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.Usage;
import io.gigafs.server.localquota.LocalQuota;
import io.gigafs.server.localquota.LocalQuotas;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.PartitionKey;
import org.jspecify.annotations.Nullable;

/**
 * What a partition counts for in the quota that bounds it, if there is one. Used by the lane's
 * thread only.
 *
 * <p>What comes is counted when it is decided, what goes when that is committed: at any time the
 * server's share of the quota is at least what its store holds.
 */
public final class PartitionUsage {
  /** Of a reservation that took credit. */
  private static final long CHARGED = -1;

  private final LocalQuotas localQuotas;
  private final PartitionKey key;

  /** The share that the partition counts in; null if no quota bounds it. */
  private @Nullable LocalQuota share;

  /** What the share has of this partition, beside what is prepaid. */
  private Usage counted = Usage.NOTHING;

  /** What the partition holds by what was decided so far; not kept while no quota bounds it. */
  private Usage decided = Usage.NOTHING;

  /** What was used of the share for what this commit batch is about to decide. */
  private Usage prepaid = Usage.NOTHING;

  /** What of that which goes with the next commit is not credit. */
  private Usage away = Usage.NOTHING;

  /** What goes with the next commit. */
  private Usage going = Usage.NOTHING;

  /** What the partition leaves with the next commit, as another quota bounds it. */
  private @Nullable Left left;

  /** What another server may hold too by now. */
  private Usage leaving = Usage.NOTHING;

  private boolean hooked;

  PartitionUsage(LocalQuotas localQuotas, PartitionKey key) {
    this.localQuotas = localQuotas;
    this.key = key;
  }

  private record Left(@Nullable LocalQuota share, Usage counted) {}

  /**
   * What a partition counts for: the place of a file with several names has its bytes, and the
   * names count where they are.
   */
  public static Usage of(InodeId directory, DirectoryFacts owner, long entries, long bytes) {
    boolean isPlaceOfFile =
        owner.parent().equals(InodeId.SUPER_ROOT) && !directory.equals(InodeId.ROOT);
    return new Usage(isPlaceOfFile ? 0 : entries, bytes);
  }

  /** Takes over what was read from the store. */
  void read(@Nullable InodeId domain, Usage holds) {
    if (share == null && left == null) {
      if (domain != null) {
        share = localQuotas.of(domain);
        counted = holds;
        localQuotas.loaded(key, share, holds);
      }
    } else {
      rollBack(holds);
    }
    decided = holds;
  }

  /** A turn failed: nothing that it decided counts. */
  private void rollBack(Usage holds) {
    LocalQuota now = share;
    if (now != null) {
      now.free(prepaid);
    }
    prepaid = Usage.NOTHING;
    going = Usage.NOTHING;
    away = Usage.NOTHING;
    if (left != null) {
      if (now != null) {
        now.free(counted);
      }
      share = left.share();
      counted = left.counted();
      left = null;
    }
    if (share != null) {
      share.free(counted.minus(holds));
      counted = holds;
    }
  }

  /** The share that the partition counts in; null if no quota bounds it. */
  public @Nullable LocalQuota share() {
    return share;
  }

  /** The newest count of the quota's usage that this server had a part in; 0 if none. */
  public long newestCount() {
    return share == null ? 0 : share.epoch().number();
  }

  /**
   * Uses up as much of the share for what the commit batch is about to decide; what it then does
   * not add is given back.
   *
   * @return false if there is not enough
   */
  public boolean tryPrepay(CommitBatch commitBatch, Usage need) {
    if (share == null || prepaid.covers(need)) {
      return true;
    }
    Usage missing = need.minus(prepaid).atLeast(Usage.NOTHING);
    if (!share.tryUse(missing)) {
      return false;
    }
    prepaid = prepaid.plus(missing);
    hook(commitBatch);
    return true;
  }

  /** Keeps what was prepaid for a later turn. */
  public Reservation reserve(Usage need) {
    Usage taken = prepaid.atMost(need);
    prepaid = prepaid.minus(taken);
    return new Reservation(share, taken, CHARGED);
  }

  /**
   * Takes in what is to come here from where it is counted; to be redeemed or released.
   *
   * @param countedAt the newest count that it was a part of there
   */
  public Reservation takeIn(Usage need, long countedAt) {
    if (share != null && !share.takeIn(need, countedAt)) {
      share.takeInAnyhow(need);
    }
    return new Reservation(share, need, countedAt);
  }

  /**
   * What of that which goes with this commit batch is counted elsewhere by now, and is no credit.
   */
  public void movesAway(Usage part) {
    if (share != null) {
      away = away.plus(part);
    }
  }

  /** Has this commit batch add what was reserved in an earlier one. */
  public void redeem(CommitBatch commitBatch, Reservation reservation) {
    if (share != null && share == reservation.share()) {
      prepaid = prepaid.plus(reservation.held());
      hook(commitBatch);
    } else {
      reservation.release();
    }
  }

  /** The turn decided that the partition, which a quota bounds, holds so much. */
  void decide(CommitBatch commitBatch, Usage holds) {
    Usage more = holds.minus(decided);
    decided = holds;
    if (share == null || more.isNothing()) {
      return;
    }
    Usage comes = more.atLeast(Usage.NOTHING);
    Usage covered = prepaid.atMost(comes);
    prepaid = prepaid.minus(covered);
    share.use(comes.minus(covered));
    counted = counted.plus(comes);
    going = going.plus(comes.minus(more));
    hook(commitBatch);
  }

  private void hook(CommitBatch commitBatch) {
    if (!hooked) {
      hooked = true;
      commitBatch.afterCommit(this::committed);
      commitBatch.onFailure(() -> hooked = false);
    }
  }

  private void committed() {
    hooked = false;
    LocalQuota now = share;
    if (now != null) {
      Usage moved = away.atMost(going);
      now.giveAway(moved);
      now.free(going.minus(moved).plus(prepaid));
    }
    counted = counted.minus(going);
    going = Usage.NOTHING;
    away = Usage.NOTHING;
    prepaid = Usage.NOTHING;
  }

  /**
   * Another quota bounds the partition, or none.
   *
   * @param holds what the partition holds by what was decided so far
   */
  void join(CommitBatch commitBatch, @Nullable InodeId domain, Usage holds) {
    LocalQuota before = share;
    decided = holds;
    if (left == null) {
      left = new Left(before, counted.plus(prepaid));
    } else if (before != null) {
      before.free(counted.plus(prepaid));
    }
    prepaid = Usage.NOTHING;
    going = Usage.NOTHING;
    share = domain == null ? null : localQuotas.of(domain);
    if (share != null) {
      share.use(decided);
    }
    counted = share == null ? Usage.NOTHING : decided;
    commitBatch.afterCommit(this::hasLeft);
  }

  private void hasLeft() {
    Left before = left;
    left = null;
    if (before != null && before.share() != null) {
      before.share().free(before.counted());
    }
  }

  /** A part, or all of it, is on its way to another server, which counts it once it is there. */
  public void leave(EntryCounts part) {
    leave(new Usage(part.entries(), part.bytes()));
  }

  /** Likewise all of it. */
  public void leave() {
    leave(counted);
  }

  private void leave(Usage part) {
    stay();
    if (share != null) {
      leaving = part;
      share.leave(part);
    }
  }

  /** It is known not to be there. */
  public void stay() {
    if (share != null) {
      share.stay(leaving);
    }
    leaving = Usage.NOTHING;
  }

  /** The turn gives a part to a child, which is counted for itself from then on. */
  void split(CommitBatch commitBatch, Usage moved, boolean elsewhere) {
    decided = decided.minus(moved);
    LocalQuota now = share;
    if (now != null) {
      commitBatch.afterCommit(
          () -> {
            counted = counted.minus(moved);
            if (elsewhere) {
              stay();
              now.giveAway(moved);
            }
          });
    }
  }

  /** The turn removes the partition, as another server has counted it in or as nothing is left. */
  void remove(CommitBatch commitBatch, boolean elsewhere) {
    decided = Usage.NOTHING;
    LocalQuota now = share;
    if (now != null) {
      commitBatch.afterCommit(
          () -> {
            Usage last = counted;
            counted = Usage.NOTHING;
            if (elsewhere) {
              stay();
              now.giveAway(last);
            } else {
              now.free(last);
            }
          });
    }
  }

  /**
   * A part of a share that a transaction uses before it is known whether it will add what it is
   * for. To be redeemed or released, once.
   */
  public static final class Reservation {
    private final @Nullable LocalQuota share;
    private final long countedAt;
    private Usage held;

    private Reservation(@Nullable LocalQuota share, Usage held, long countedAt) {
      this.share = share;
      this.held = held;
      this.countedAt = countedAt;
    }

    @Nullable LocalQuota share() {
      return share;
    }

    Usage held() {
      Usage taken = held;
      held = Usage.NOTHING;
      return taken;
    }

    /** Gives it back; from any thread. */
    public void release() {
      if (share != null && countedAt == CHARGED) {
        share.free(held());
      } else if (share != null) {
        share.takeBack(held(), countedAt);
      }
    }
  }
}
