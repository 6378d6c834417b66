package io.gigafs.bench.simulation;

import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A client's partition map of a directory: initially unsplit, then extended by the maps of owners
 * that redirected it. Not thread-safe.
 */
public final class StaleMap {
  private PartitionMap map = PartitionMap.UNSPLIT;
  private long redirects;
  private int mostHops = 1;

  /**
   * Follows redirects until the right partition for a name is found.
   *
   * @param owners each partition as its owner knows it
   * @param sentOn called with each partition that redirects the client, as its owner knows it
   */
  public void find(
      long hash, Function<PartitionIndex, Partition> owners, Consumer<Partition> sentOn) {
    int hops = 1;
    Partition asked = owners.apply(map.indexOf(hash));
    while (!asked.owns(hash)) {
      sentOn.accept(asked);
      redirects++;
      hops++;
      learn(asked);
      asked = owners.apply(map.indexOf(hash));
    }
    mostHops = Math.max(mostHops, hops);
  }

  private void learn(Partition owner) {
    int before = map.size();
    OwnersMap.forEach(owner, index -> map = map.with(index));
    if (map.size() == before) {
      throw new IllegalStateException("an owner that refuses knows better than " + map);
    }
  }

  PartitionMap map() {
    return map;
  }

  /** Number of redirects. */
  public long redirects() {
    return redirects;
  }

  /** Maximum number of partitions that it asked for one name. */
  public int mostHops() {
    return mostHops;
  }
}
