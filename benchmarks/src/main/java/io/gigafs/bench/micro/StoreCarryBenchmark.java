package io.gigafs.bench.micro;

import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.StoredRow;
import java.io.IOException;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The cost of moving half a partition of the usual size as rows within a message, on either side.
 */
@State(Scope.Thread)
public class StoreCarryBenchmark {
  private static final int FILES = 4_000;
  private static final long MAX_BYTES = 1 << 20;
  private static final EntryRange RANGE = EntryRange.of(SampleFiles.DIRECTORY.value());

  private SampleStore sample;
  private List<StoredRow> rows;

  @Setup
  public void prepare() throws IOException {
    sample = SampleStore.of(FILES);
    rows = read();
  }

  @TearDown
  public void close() throws IOException {
    sample.close();
  }

  @Benchmark
  public List<StoredRow> read() {
    return sample.store().readRows(RANGE, MAX_BYTES).orElseThrow();
  }

  @Benchmark
  public void write() {
    sample.store().writeRows(RANGE, rows);
  }
}
