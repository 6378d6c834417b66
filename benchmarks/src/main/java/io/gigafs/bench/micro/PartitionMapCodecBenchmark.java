package io.gigafs.bench.micro;

import io.gigafs.index.PartitionMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The cost to encode a partition map for a message or header, and to decode it. */
@State(Scope.Thread)
public class PartitionMapCodecBenchmark {
  @Param({"1", "100", "10000"})
  public int partitions;

  private PartitionMap map;
  private byte[] encoded;

  @Setup
  public void prepare() {
    map = SampleMaps.of(partitions);
    encoded = map.encode();
  }

  @Benchmark
  public byte[] encode() {
    return map.encode();
  }

  @Benchmark
  public PartitionMap decode() {
    return PartitionMap.decode(encoded);
  }
}
