package io.gigafs.bench.simulation;

import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A client that is followed through its errors alone: it errs with names in partitions that it has
 * not heard of, and only with those. For one thread.
 */
final class FollowedClient {
  private final UnknownPartitions unknown = new UnknownPartitions();
  private final StaleMap map = new StaleMap();

  /** Which part of its requests goes to a wrong partition. */
  double errorShare() {
    return unknown.share();
  }

  StaleMap map() {
    return map;
  }

  /** A partition has split; nobody tells the client. */
  void splitUnnoticed(Partition parentAfter, Partition child) {
    if (unknown.contains(parentAfter.index())) {
      unknown.put(parentAfter);
    }
    unknown.put(child);
  }

  /**
   * Asks for a name that it errs with, and is sent on until it has come to the right partition.
   *
   * @param owners each partition as its owner knows it
   * @param asked told of each partition that sends the client on
   */
  void err(
      Draws draws, Function<PartitionIndex, Partition> owners, Consumer<PartitionIndex> asked) {
    map.find(
        unknown.drawHash(draws),
        owners,
        owner -> {
          asked.accept(owner.index());
          OwnersMap.tell(owner, unknown::remove);
        });
  }
}
