package io.gigafs.client;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RpcClient;
import java.util.Random;

/**
 * What the operations of a client share, whomever they act for. Each part is safe for use by
 * several threads.
 */
record Core(
    ClientSettings settings,
    RpcClient rpc,
    Clock clock,
    Pauses pauses,
    Random random,
    Views views,
    ViewRefresh refresh,
    PartitionMaps maps,
    DirectoryCache directories,
    LookupsInFlight lookups,
    SequenceTracker sequences,
    InFlightLimit limit,
    Counters counters) {}
