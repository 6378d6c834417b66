package io.gigafs.bench.simulation;

import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A client with a map of its own, which knows nothing at first. It errs with names in partitions
 * that it has not heard of, and only with those. For one thread.
 */
final class FollowedClient {
  private final UnknownPartitions unknown = new UnknownPartitions();
  private PartitionMap map = PartitionMap.UNSPLIT;
  private long redirects;
  private int mostHops = 1;

  /** Which part of its requests goes to a wrong partition. */
  double errorShare() {
    return unknown.share();
  }

  long redirects() {
    return redirects;
  }

  /** The most partitions that it asked for one name. */
  int mostHops() {
    return mostHops;
  }

  PartitionMap map() {
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
    long hash = unknown.drawHash(draws);
    int hops = 1;
    Partition at = owners.apply(map.indexOf(hash));
    while (!at.owns(hash)) {
      asked.accept(at.index());
      redirects++;
      hops++;
      learn(at);
      at = owners.apply(map.indexOf(hash));
    }
    mostHops = Math.max(mostHops, hops);
  }

  private void learn(Partition owner) {
    int before = map.size();
    OwnersMap.tell(
        owner,
        index -> {
          map = map.with(index);
          unknown.remove(index);
        });
    if (map.size() == before) {
      throw new IllegalStateException("an owner that refuses knows better than " + map);
    }
  }
}
