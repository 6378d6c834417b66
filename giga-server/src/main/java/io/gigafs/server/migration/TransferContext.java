package io.gigafs.server.migration;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Timers;
import io.gigafs.server.context.Messenger;
import io.gigafs.server.context.ServerCounters;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.crash.CrashPoints;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.partition.GroupSync;
import io.gigafs.server.partition.Lanes;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Store;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The parts of the server that splits and slot moves use.
 *
 * @param background runs what blocks: files and syncs
 * @param outgoing where extracts are written until they are sent in messages
 * @param transferDirectory where they are written for servers that have access to it
 * @param maxCarriedBytes maximum bytes of rows that go in one message; more go as files
 * @param transactions gives each upload an id that no other transaction of the cluster has
 * @param unsettled called on its lane for a partition that arrived prepared or frozen
 * @param quotas count usage of partitions that are transferred
 * @param crashPoints called at the steps at which a test may crash the server
 */
public record TransferContext(
    Store store,
    GroupSync syncs,
    CurrentView view,
    Lanes lanes,
    Messenger messenger,
    Executor background,
    Path outgoing,
    TransferDirectory transferDirectory,
    long maxCarriedBytes,
    Clock clock,
    Timers timers,
    LongSupplier transactions,
    ServerCounters counters,
    Consumer<PartitionState> unsettled,
    Quotas quotas,
    CrashPoints crashPoints) {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  public void reached(CrashPoint point) {
    crashPoints.reached(point);
  }

  /** A deadline this far from now, by the server's clock. */
  public long in(long millis) {
    return clock.nanos() + millis * NANOS_PER_MILLI;
  }
}
