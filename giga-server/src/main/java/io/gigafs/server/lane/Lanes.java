package io.gigafs.server.lane;

import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import java.util.List;

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
    int spread = (slot * SPREAD) >>> 16;
    return lanes.get(spread % lanes.size());
  }

  public List<Lane> all() {
    return lanes;
  }

  /** Has an operation decide a request in a turn of the slot's lane. */
  public <Q extends PartitionRequest<R>, R extends Result> void submit(
      int slot, Operation<Q, R> operation, Q request, Exchange<R> exchange) {
    Lane lane = of(slot);
    lane.submit(new RequestTask<>(lane, operation, request, exchange));
  }
}
