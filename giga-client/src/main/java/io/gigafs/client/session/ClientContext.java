package io.gigafs.client.session;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.data.OpenFiles;
import io.gigafs.client.lease.CopyHints;
import io.gigafs.client.lease.DirectoryEntry;
import io.gigafs.client.lease.LeaseContext;
import io.gigafs.client.lease.Leases;
import io.gigafs.client.lease.LookupsInFlight;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.Counters;
import io.gigafs.client.request.CreateQueue;
import io.gigafs.client.request.Deadlines;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.request.DirectoryLocations;
import io.gigafs.client.request.InFlightLimit;
import io.gigafs.client.request.PartitionMaps;
import io.gigafs.client.request.Pauses;
import io.gigafs.client.request.SequenceTracker;
import io.gigafs.client.request.ViewRefresh;
import io.gigafs.client.request.Views;
import io.gigafs.client.request.WriteBehindQueue;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RpcClient;
import io.gigafs.volume.OpenVolumes;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The state that a client's operations share, for all callers. Each part is safe for use by several
 * threads.
 */
public record ClientContext(
    ClientSettings settings,
    RpcClient rpc,
    Clock clock,
    Pauses pauses,
    Deadlines deadlines,
    Random random,
    Views views,
    ViewRefresh refresh,
    PartitionMaps maps,
    Leases leases,
    DirectoryLocations locations,
    CopyHints copies,
    WriteBehindQueue behind,
    LookupsInFlight lookups,
    SequenceTracker sequences,
    CreateQueue creates,
    Sessions sessions,
    InFlightLimit limit,
    OpenVolumes volumes,
    KnownVolumes knownVolumes,
    VolumeBlocks blocks,
    OpenFiles files,
    Counters counters)
    implements LeaseContext {
  /** A cached directory, if the operation relies on the cache. */
  public @Nullable DirectoryEntry cached(ClientOperation<?> operation, DirectoryKey key) {
    return operation.reliesOnCache() ? directories().get(key, clock.nanos()) : null;
  }
}
