package io.gigafs.server.quota;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Timers;
import io.gigafs.server.context.Messenger;
import io.gigafs.server.localquota.LocalQuotas;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.partition.GroupSync;
import io.gigafs.server.partition.Lanes;
import java.util.function.LongSupplier;

/**
 * The dependencies of quotas.
 *
 * @param ids supplies ids that are unique in the cluster
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

  /** The deadline that many milliseconds from now, by the server's clock. */
  long in(long millis) {
    return clock.nanos() + millis * NANOS_PER_MILLI;
  }
}
