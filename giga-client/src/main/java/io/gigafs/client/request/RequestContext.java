package io.gigafs.client.request;

import io.gigafs.client.ClientSettings;
import io.gigafs.rpc.Backoff;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RpcClient;
import java.util.Random;

/**
 * What the requests of all operations of a client share. Each part is safe for use by several
 * threads.
 */
public interface RequestContext {
  long FIRST_PAUSE_MILLIS = 10;
  long MAX_PAUSE_MILLIS = 1_000;

  ClientSettings settings();

  RpcClient rpc();

  Clock clock();

  Pauses pauses();

  Deadlines deadlines();

  Random random();

  Views views();

  ViewRefresh refresh();

  PartitionMaps maps();

  DirectoryLocations locations();

  SequenceTracker sequences();

  /** Gathers creates. */
  CreateQueue creates();

  InFlightLimit limit();

  Counters counters();

  /** The changes that the client has made and servers have not acknowledged yet. */
  WriteBehindQueue behind();

  /**
   * The pause before the next retry, in ms.
   *
   * @param failures how many attempts have failed, from 1
   */
  default long pauseMillis(int failures) {
    return Backoff.delayMillis(failures, FIRST_PAUSE_MILLIS, MAX_PAUSE_MILLIS, random()::nextLong);
  }
}
