package io.gigafs.server.split;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Timers;
import io.gigafs.server.admin.ServerCounters;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.crash.CrashPoints;
import io.gigafs.server.lane.GroupSync;
import io.gigafs.server.lane.Lanes;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.membership.Messenger;
import io.gigafs.tablefs.Store;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * What splits need of their server.
 *
 * @param background runs what blocks: files and syncs
 * @param outgoing where extracts are written until they are sent
 * @param transactions gives each split an id that no other transaction of the cluster has
 * @param crashPoints told of the steps at which a test may have the server die
 */
public record SplitContext(
    Store store,
    GroupSync syncs,
    CurrentView view,
    Lanes lanes,
    Messenger messenger,
    Executor background,
    Path outgoing,
    Clock clock,
    Timers timers,
    LongSupplier transactions,
    ServerCounters counters,
    CrashPoints crashPoints) {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  void reached(CrashPoint point) {
    crashPoints.reached(point);
  }

  /** A deadline so far from now, by the server's clock. */
  long in(long millis) {
    return clock.nanos() + millis * NANOS_PER_MILLI;
  }
}
