package io.gigafs.bench.micro;

import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.RangeFile;
import java.io.IOException;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The cost of writing the rows of half a large partition to files for a move. */
@State(Scope.Thread)
public class StoreExtractBenchmark {
  private static final int FILES = 40_000;
  private static final EntryRange RANGE = EntryRange.of(SampleFiles.DIRECTORY.value());

  private SampleStore sample;
  private Scratch outgoing;

  @Setup
  public void prepare() throws IOException {
    sample = SampleStore.of(FILES);
    outgoing = Scratch.make();
  }

  @TearDown(Level.Invocation)
  public void clean() throws IOException {
    outgoing.empty();
  }

  @TearDown
  public void close() throws IOException {
    sample.close();
    outgoing.close();
  }

  @Benchmark
  public List<RangeFile> extract() {
    return sample.store().extract(RANGE, outgoing.path()).files();
  }
}
