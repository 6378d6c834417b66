package io.gigafs.server.partition;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.PartitionKey;
import org.jspecify.annotations.Nullable;

/**
 * A partition's usage of its quota, if it has one. Used by the lane's thread only.
 *
 * <p>Added usage is counted when it is decided, removed usage when the removal is committed. So the
 * server's share of the quota is at any time at least the usage in its store.
 */
public final class PartitionUsage {
  /** The marker of a reservation that took credit. */
  private static final long CHARGED = -1;

  private final LocalQuotas localQuotas;
  private final PartitionKey key;

  /** The share that the partition counts in; null if it has no quota. */
  private @Nullable LocalQuota share;

  /** The part of the share's usage that is this partition's, without what is prepaid. */
  private QuotaUsage counted = QuotaUsage.NOTHING;

  /** The usage after everything decided so far; not maintained without a quota. */
  private QuotaUsage decided = QuotaUsage.NOTHING;

  /** Charged to the share for what this commit batch is about to decide. */
  private QuotaUsage prepaid = QuotaUsage.NOTHING;

  /** The part of {@code going} that moves elsewhere and does not become credit. */
  private QuotaUsage away = QuotaUsage.NOTHING;

  /** Removed by the next commit. */
  private QuotaUsage going = QuotaUsage.NOTHING;

  /** The quota that the partition leaves with the next commit. */
  private @Nullable Left left;

  /** The usage that another server may have too by now. */
  private QuotaUsage leaving = QuotaUsage.NOTHING;

  private boolean hooked;

  PartitionUsage(LocalQuotas localQuotas, PartitionKey key) {
    this.localQuotas = localQuotas;
    this.key = key;
  }

  private record Left(@Nullable LocalQuota share, QuotaUsage counted) {}

  /**
   * The usage of a partition: an inode record counts its bytes only, as its names count where they
   * are.
   */
  public static QuotaUsage of(InodeId directory, DirectoryFacts owner, long entries, long bytes) {
    boolean isPlaceOfFile =
        owner.parent().equals(InodeId.SUPER_ROOT) && !directory.equals(InodeId.ROOT);
    return new QuotaUsage(isPlaceOfFile ? 0 : entries, bytes);
  }

  /** Applies the usage that was read from the store. */
  void read(@Nullable InodeId domain, QuotaUsage holds) {
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

  /** Reverts everything that a failed commit batch decided. */
  private void rollBack(QuotaUsage holds) {
    LocalQuota now = share;
    if (now != null) {
      now.free(prepaid);
    }
    prepaid = QuotaUsage.NOTHING;
    going = QuotaUsage.NOTHING;
    away = QuotaUsage.NOTHING;
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

  /** The share that the partition counts in; null if it has no quota. */
  public @Nullable LocalQuota share() {
    return share;
  }

  /** The newest count of the quota in which this server took part; 0 if none. */
  public long newestCount() {
    return share == null ? 0 : share.epoch().number();
  }

  /**
   * Charges the share for what the commit batch is about to decide; the unused part is returned.
   *
   * @return false if there is not enough credit
   */
  public boolean tryPrepay(CommitBatch commitBatch, QuotaUsage need) {
    if (share == null || prepaid.covers(need)) {
      return true;
    }
    QuotaUsage missing = need.minus(prepaid).atLeast(QuotaUsage.NOTHING);
    if (!share.tryUse(missing)) {
      return false;
    }
    prepaid = prepaid.plus(missing);
    hook(commitBatch);
    return true;
  }

  /** Reserves prepaid usage for a later commit batch. */
  public Reservation reserve(QuotaUsage need) {
    QuotaUsage taken = prepaid.atMost(need);
    prepaid = prepaid.minus(taken);
    return new Reservation(share, taken, CHARGED);
  }

  /**
   * Takes in usage that is to move here from where it is counted; to be redeemed or released.
   *
   * @param countedAt the newest count that included it there
   */
  public Reservation receive(QuotaUsage need, long countedAt) {
    if (share != null && !share.receive(need, countedAt)) {
      share.receiveUnconditionally(need);
    }
    return new Reservation(share, need, countedAt);
  }

  /**
   * Records that part of what this commit batch removes is counted elsewhere, and becomes no
   * credit.
   */
  public void movesAway(QuotaUsage part) {
    if (share != null) {
      away = away.plus(part);
    }
  }

  /** Uses a reservation of an earlier commit batch in this one. */
  public void redeem(CommitBatch commitBatch, Reservation reservation) {
    if (share != null && share == reservation.share()) {
      prepaid = prepaid.plus(reservation.held());
      hook(commitBatch);
    } else {
      reservation.release();
    }
  }

  /** Updates the usage to what this commit batch has decided. */
  void decide(CommitBatch commitBatch, QuotaUsage holds) {
    QuotaUsage more = holds.minus(decided);
    decided = holds;
    if (share == null || more.isNothing()) {
      return;
    }
    QuotaUsage comes = more.atLeast(QuotaUsage.NOTHING);
    QuotaUsage covered = prepaid.atMost(comes);
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
      QuotaUsage moved = away.atMost(going);
      now.handOver(moved);
      now.free(going.minus(moved).plus(prepaid));
    }
    counted = counted.minus(going);
    going = QuotaUsage.NOTHING;
    away = QuotaUsage.NOTHING;
    prepaid = QuotaUsage.NOTHING;
  }

  /**
   * Moves the partition to another quota, or to none.
   *
   * @param holds the usage after everything decided so far
   */
  void join(CommitBatch commitBatch, @Nullable InodeId domain, QuotaUsage holds) {
    LocalQuota before = share;
    decided = holds;
    if (left == null) {
      left = new Left(before, counted.plus(prepaid));
    } else if (before != null) {
      before.free(counted.plus(prepaid));
    }
    prepaid = QuotaUsage.NOTHING;
    going = QuotaUsage.NOTHING;
    share = domain == null ? null : localQuotas.of(domain);
    if (share != null) {
      share.use(decided);
    }
    counted = share == null ? QuotaUsage.NOTHING : decided;
    commitBatch.afterCommit(this::hasLeft);
  }

  private void hasLeft() {
    Left before = left;
    left = null;
    if (before != null && before.share() != null) {
      before.share().free(before.counted());
    }
  }

  /** Records that part of the partition is moving to another server, which then counts it. */
  public void beginTransfer(EntryCounts part) {
    beginTransfer(new QuotaUsage(part.entries(), part.bytes()));
  }

  /** Records that all of the partition is moving to another server, which then counts it. */
  public void beginTransfer() {
    beginTransfer(counted);
  }

  private void beginTransfer(QuotaUsage part) {
    endTransfer();
    if (share != null) {
      leaving = part;
      share.beginTransfer(part);
    }
  }

  /** Records that nothing has moved. */
  public void endTransfer() {
    if (share != null) {
      share.endTransfer(leaving);
    }
    leaving = QuotaUsage.NOTHING;
  }

  /** Moves a part to the child of a split, which counts it from the commit on. */
  void split(CommitBatch commitBatch, QuotaUsage moved, boolean elsewhere) {
    decided = decided.minus(moved);
    LocalQuota now = share;
    if (now != null) {
      commitBatch.afterCommit(
          () -> {
            counted = counted.minus(moved);
            if (elsewhere) {
              endTransfer();
              now.handOver(moved);
            }
          });
    }
  }

  /** Removes the partition, because another server has counted it, or because it is empty. */
  void remove(CommitBatch commitBatch, boolean elsewhere) {
    decided = QuotaUsage.NOTHING;
    LocalQuota now = share;
    if (now != null) {
      commitBatch.afterCommit(
          () -> {
            QuotaUsage last = counted;
            counted = QuotaUsage.NOTHING;
            if (elsewhere) {
              endTransfer();
              now.handOver(last);
            } else {
              now.free(last);
            }
          });
    }
  }

  /**
   * A part of a share that a transaction reserves before its outcome is known. To be redeemed or
   * released, once.
   */
  public static final class Reservation {
    private final @Nullable LocalQuota share;
    private final long countedAt;
    private QuotaUsage held;

    private Reservation(@Nullable LocalQuota share, QuotaUsage held, long countedAt) {
      this.share = share;
      this.held = held;
      this.countedAt = countedAt;
    }

    @Nullable LocalQuota share() {
      return share;
    }

    QuotaUsage held() {
      QuotaUsage taken = held;
      held = QuotaUsage.NOTHING;
      return taken;
    }

    /** Returns it to the share; from any thread. */
    public void release() {
      if (share != null && countedAt == CHARGED) {
        share.free(held());
      } else if (share != null) {
        share.revertReceive(held(), countedAt);
      }
    }
  }
}
