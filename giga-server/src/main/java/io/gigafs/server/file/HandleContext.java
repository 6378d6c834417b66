package io.gigafs.server.file;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Timers;
import io.gigafs.server.context.Messenger;
import io.gigafs.server.data.ObjectContext;
import io.gigafs.server.data.Permits;
import io.gigafs.server.data.RelayService;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.partition.GroupSync;
import io.gigafs.server.partition.Lanes;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Store;

/**
 * The parts of the server that operations on open files use.
 *
 * @param objects those on volumes
 * @param permits to read from the cache group
 * @param leaseMillis how long a session lives without a renewal
 */
public record HandleContext(
    CurrentView view,
    Store store,
    Lanes lanes,
    Messenger messenger,
    Clock clock,
    Timers timers,
    Quotas quotas,
    GroupSync syncs,
    RelayService relay,
    ObjectContext objects,
    Permits permits,
    int leaseMillis) {}
