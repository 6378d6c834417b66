package io.gigafs.server.lane;

import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All lanes of a server: each slot's partitions belong to one of them, always the same. Safe for
 * use by several threads.
 */
public final class Lanes {
  /**
   * Spreads slots over lanes whatever pattern the slot table deals them in (2^32 divided by the
   * golden ratio).
   */
  private static final int SPREAD = 0x9E3779B9;

  private final List<Lane> lanes;

  public Lanes(List<Lane> lanes) {
    this.lanes = List.copyOf(lanes);
  }

  public Lane of(int slot) {
    return lanes.get(numberOf(slot));
  }

  /** Which of {@link #all} has a slot. */
  public int numberOf(int slot) {
    int spread = (slot * SPREAD) >>> 16;
    return spread % lanes.size();
  }

  public List<Lane> all() {
    return lanes;
  }

  /**
   * Runs the action, in a commit batch, when each lane has ended the commit batch that it may be
   * in: what was decided before this call is committed by then, and what is decided afterwards sees
   * what was there before it.
   */
  public void whenAllTurned(Runnable action) {
    AtomicInteger turning = new AtomicInteger(lanes.size());
    Runnable turned =
        () -> {
          if (turning.decrementAndGet() == 0) {
            action.run();
          }
        };
    for (Lane lane : lanes) {
      lane.submit(
          commitBatch -> {
            commitBatch.afterCommit(turned);
            commitBatch.onFailure(turned);
          });
    }
  }

  /**
   * From any thread: has turns run on the lanes' own threads only. Completes when none runs
   * elsewhere any more.
   */
  public CompletableFuture<Void> keepToOwnThreads() {
    lanes.forEach(Lane::keepToOwnThread);
    CompletableFuture<Void> kept = new CompletableFuture<>();
    // Twice: the first turn may have begun elsewhere, and goes on when it has told so.
    whenAllTurned(() -> whenAllTurned(() -> kept.complete(null)));
    return kept;
  }

  /** Has an operation decide a request on the slot's lane. */
  public <Q extends PartitionRequest<R>, R extends Result> void submit(
      int slot, Operation<Q, R> operation, Q request, Exchange<R> exchange) {
    Lane lane = of(slot);
    lane.submit(new RequestTask<>(lane, slot, operation, request, exchange));
  }
}
