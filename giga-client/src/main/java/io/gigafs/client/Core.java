package io.gigafs.client;

import io.gigafs.client.data.OpenFiles;
import io.gigafs.rpc.Backoff;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RpcClient;
import io.gigafs.volume.OpenVolumes;
import java.util.Random;

/**
 * The state that a client's operations share, for all callers. Each part is safe for use by several
 * threads.
 */
record Core(
    ClientSettings settings,
    RpcClient rpc,
    Clock clock,
    Pauses pauses,
    Deadlines deadlines,
    Random random,
    Views views,
    ViewRefresh refresh,
    PartitionMaps maps,
    DirectoryCache directories,
    DirectoryLocations locations,
    AttributeCache attributeCache,
    CopyHints copies,
    Delegations delegations,
    LookupsInFlight lookups,
    SequenceTracker sequences,
    Sessions sessions,
    InFlightLimit limit,
    OpenVolumes volumes,
    KnownVolumes knownVolumes,
    VolumeBlocks blocks,
    OpenFiles files,
    Counters counters) {
  private static final long FIRST_PAUSE_MILLIS = 10;
  private static final long LONGEST_PAUSE_MILLIS = 1_000;

  /**
   * The pause before the next retry, in ms.
   *
   * @param failures how many attempts have failed, from 1
   */
  long pauseMillis(int failures) {
    return Backoff.delayMillis(
        failures, FIRST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS, random::nextLong);
  }
}
