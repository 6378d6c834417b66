package io.gigafs.bench.simulation;

import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A client of which only the misdirected requests are simulated: those with names in partitions
 * that it does not know. Not thread-safe.
 */
final class FollowedClient {
  private final UnknownPartitions unknown = new UnknownPartitions();
  private final StaleMap map = new StaleMap();

  /** The share of its requests that goes to a wrong partition. */
  double errorShare() {
    return unknown.share();
  }

  StaleMap map() {
    return map;
  }

  /** A partition has split, which the client does not know. */
  void splitUnnoticed(Partition parentAfter, Partition child) {
    if (unknown.contains(parentAfter.index())) {
      unknown.put(parentAfter);
    }
    unknown.put(child);
  }

  /**
   * Sends a misdirected request, and follows redirects until it reaches the right partition.
   *
   * @param owners each partition as its owner knows it
   * @param asked called with each partition that redirects the client
   */
  void err(
      Draws draws, Function<PartitionIndex, Partition> owners, Consumer<PartitionIndex> asked) {
    map.find(
        unknown.drawHash(draws),
        owners,
        owner -> {
          asked.accept(owner.index());
          OwnersMap.forEach(owner, unknown::remove);
        });
  }
}
