package io.gigafs.server;

import io.gigafs.rpc.Timers;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.Lanes;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the periodic work of a server: once a second the sweeps of its parts, in the order in which
 * they were added, and then one commit batch of each lane with the sweeps of the lane's partitions.
 * Sweeps are added before the start. Thread-safe afterwards.
 */
final class Maintenance {
  private static final long SWEEP_MILLIS = 1_000;

  /** Counts are saved once in this number of sweeps. */
  private static final int SWEEPS_PER_SAVE = 30;

  private final Lanes lanes;
  private final Timers timers;
  private final List<Runnable> sweeps = new ArrayList<>();
  private final List<LaneSweep> laneSweeps = new ArrayList<>();
  private volatile boolean stopped;

  /** Sweeps so far; used by one timer at a time. */
  private int count;

  Maintenance(ServerContext context) {
    this.lanes = context.lanes();
    this.timers = context.timers();
  }

  /** Sweeps the partitions of one lane, in a commit batch of the lane. */
  @FunctionalInterface
  interface LaneSweep {
    void sweep(Lane lane, CommitBatch commitBatch);
  }

  Maintenance add(Runnable sweep) {
    sweeps.add(sweep);
    return this;
  }

  Maintenance addInLanes(LaneSweep sweep) {
    laneSweeps.add(sweep);
    return this;
  }

  void start() {
    timers.after(SWEEP_MILLIS, this::sweep);
  }

  /** Starts no more sweeps. */
  void stop() {
    stopped = true;
  }

  private void sweep() {
    if (stopped) {
      return;
    }
    try {
      sweepOnce();
    } finally {
      timers.after(SWEEP_MILLIS, this::sweep); // also after a failure, which the timer logs
    }
  }

  private void sweepOnce() {
    count++;
    boolean saves = count % SWEEPS_PER_SAVE == 0;
    sweeps.forEach(Runnable::run);
    for (Lane lane : lanes.all()) {
      lane.submit(
          commitBatch -> {
            for (LaneSweep each : laneSweeps) {
              each.sweep(lane, commitBatch);
            }
            if (saves) {
              lane.partitions().saveCounts(commitBatch);
            }
          });
    }
  }
}
