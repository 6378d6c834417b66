package io.gigafs.server.handle;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Timers;
import io.gigafs.server.lane.Lanes;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.membership.Messenger;
import io.gigafs.server.quota.Quotas;

/**
 * What open files need of their server.
 *
 * @param leaseMillis how long a session lives without being renewed
 */
public record HandleContext(
    CurrentView view,
    Lanes lanes,
    Messenger messenger,
    Clock clock,
    Timers timers,
    Quotas quotas,
    int leaseMillis) {}
