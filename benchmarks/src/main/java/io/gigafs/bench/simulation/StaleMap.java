package io.gigafs.bench.simulation;

import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What a client knows of how a directory is split: nothing at first, and then what owners tell that
 * it asked wrongly. For one thread.
 */
public final class StaleMap {
  private PartitionMap map = PartitionMap.UNSPLIT;
  private long redirects;
  private int mostHops = 1;

  /**
   * Asks for a name until the right partition is asked.
   *
   * @param owners each partition as its owner knows it
   * @param sentOn told of each owner that sends the client on, as it knows its partition
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
    OwnersMap.tell(owner, index -> map = map.with(index));
    if (map.size() == before) {
      throw new IllegalStateException("an owner that refuses knows better than " + map);
    }
  }

  PartitionMap map() {
    return map;
  }

  /** How often it was sent on. */
  public long redirects() {
    return redirects;
  }

  /** The most partitions that it asked for one name. */
  public int mostHops() {
    return mostHops;
  }
}
