package io.gigafs.server.partition;

import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All lanes of a server: each slot's partitions always belong to the same lane. Safe for use by
 * several threads.
 */
public final class Lanes {
  /**
   * Spreads slots over lanes whatever the pattern of the slot table is (2^32 divided by the golden
   * ratio).
   */
  private static final int SPREAD = 0x9E3779B9;

  private final List<Lane> lanes;

  public Lanes(List<Lane> lanes) {
    this.lanes = List.copyOf(lanes);
  }

  public Lane of(int slot) {
    return lanes.get(numberOf(slot));
  }

  /** The index in {@link #all} of a slot's lane. */
  public int numberOf(int slot) {
    int spread = (slot * SPREAD) >>> 16;
    return spread % lanes.size();
  }

  public List<Lane> all() {
    return lanes;
  }

  /**
   * Runs the action on a lane when each lane has ended its current commit batch. So everything
   * decided before this call is committed by then, and later decisions see the state from before
   * the call.
   */
  public void whenAllRan(Runnable action) {
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
   * Makes all commit batches run on the lanes' own threads. Completes when none runs elsewhere any
   * more. From any thread.
   */
  public CompletableFuture<Void> keepToOwnThreads() {
    lanes.forEach(Lane::keepToOwnThread);
    CompletableFuture<Void> kept = new CompletableFuture<>();
    // Twice: the first commit batch may have begun elsewhere, and still runs after its callback.
    whenAllRan(() -> whenAllRan(() -> kept.complete(null)));
    return kept;
  }

  /** Submits a request to the slot's lane, where the operation decides it. */
  public <Q extends PartitionRequest<R>, R extends Result> void submit(
      int slot, PartitionOperation<Q, R> operation, Q request, Exchange<R> exchange) {
    Lane lane = of(slot);
    lane.submit(new RequestTask<>(lane, slot, operation, request, exchange));
  }
}
