package io.gigafs.server.quota;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Timers;
import io.gigafs.server.lane.GroupSync;
import io.gigafs.server.lane.Lanes;
import io.gigafs.server.localquota.LocalQuotas;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.membership.Messenger;
import java.util.function.LongSupplier;

/**
 * What quotas need of their server.
 *
 * @param ids gives ids that no other of the cluster has
 */
public record QuotaContext(
    LocalQuotas localQuotas,
    CurrentView view,
    Lanes lanes,
    Messenger messenger,
    GroupSync syncs,
    Clock clock,
    Timers timers,
    LongSupplier ids) {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** A deadline so far from now, by the server's clock. */
  long in(long millis) {
    return clock.nanos() + millis * NANOS_PER_MILLI;
  }
}
