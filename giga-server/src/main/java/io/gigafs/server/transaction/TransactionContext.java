package io.gigafs.server.transaction;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Timers;
import io.gigafs.server.lane.Lanes;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.membership.Messenger;
import java.util.function.LongSupplier;

/**
 * What every transaction needs of its server.
 *
 * @param transactions gives each transaction an id that no other of the cluster has, and never 0
 */
public record TransactionContext(
    CurrentView view,
    Lanes lanes,
    Messenger messenger,
    RecallDesk recalls,
    Clock clock,
    Timers timers,
    LongSupplier transactions) {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** A deadline so far from now, by the server's clock. */
  long in(long millis) {
    return clock.nanos() + millis * NANOS_PER_MILLI;
  }
}
