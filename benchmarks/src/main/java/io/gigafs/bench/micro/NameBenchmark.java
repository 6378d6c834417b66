package io.gigafs.bench.micro;

import io.gigafs.index.Name;
import io.gigafs.index.Position;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The cost to find the position of a name: check, hash and place its bytes. */
@State(Scope.Thread)
public class NameBenchmark {
  private static final int COUNT = 1 << 10;

  @Param({"14", "64", "255"})
  public int bytes;

  private byte[][] names;
  private int next;

  @Setup
  public void prepare() {
    names = new byte[COUNT][];
    for (int i = 0; i < COUNT; i++) {
      names[i] = SampleNames.bytes(i, bytes);
    }
  }

  @Benchmark
  public Position position() {
    return Name.of(names[next++ & (COUNT - 1)]).position();
  }
}
