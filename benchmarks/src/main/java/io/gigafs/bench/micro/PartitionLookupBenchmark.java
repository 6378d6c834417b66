package io.gigafs.bench.micro;

import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The cost to find the partition of a hash in a directory's map. */
@State(Scope.Thread)
public class PartitionLookupBenchmark {
  private static final int COUNT = 1 << 10;
  private static final long SEED = 1;

  @Param({"1", "100", "10000"})
  public int partitions;

  private final long[] hashes = new SplittableRandom(SEED).longs(COUNT).toArray();
  private PartitionMap map;
  private int next;

  @Setup
  public void prepare() {
    map = SampleMaps.of(partitions);
  }

  @Benchmark
  public PartitionIndex indexOf() {
    return map.indexOf(hashes[next++ & (COUNT - 1)]);
  }
}
