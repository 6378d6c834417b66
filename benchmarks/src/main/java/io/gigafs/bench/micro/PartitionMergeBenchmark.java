package io.gigafs.bench.micro;

import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The client's cost to merge the map of an answer into its own. */
@State(Scope.Thread)
public class PartitionMergeBenchmark {
  @Param({"2", "100", "10000"})
  public int partitions;

  private PartitionMap own;
  private PartitionMap older;
  private PartitionMap other;

  @Setup
  public void prepare() {
    PartitionMap common = SampleMaps.of(partitions);
    older = common;
    own = common.with(new PartitionIndex(partitions));
    other = common.with(new PartitionIndex(partitions + 1));
  }

  /** The answer contains nothing new. */
  @Benchmark
  public PartitionMap known() {
    return own.merge(older);
  }

  /** Each map has a split that the other does not have. */
  @Benchmark
  public PartitionMap news() {
    return own.merge(other);
  }
}
