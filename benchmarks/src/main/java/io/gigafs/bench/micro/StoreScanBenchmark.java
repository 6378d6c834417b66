package io.gigafs.bench.micro;

import io.gigafs.tablefs.EntryRange;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** The cost per entry of a directory scan with decoded attributes. */
@State(Scope.Thread)
public class StoreScanBenchmark {
  private static final int FILES = 10_000;

  private SampleStore sample;

  @Setup
  public void prepare() throws IOException {
    sample = SampleStore.of(FILES);
  }

  @TearDown
  public void close() throws IOException {
    sample.close();
  }

  @Benchmark
  @OperationsPerInvocation(FILES)
  public void entries(Blackhole seen) {
    sample
        .store()
        .scanEntries(
            EntryRange.of(SampleFiles.DIRECTORY.value()),
            null,
            (key, attributes) -> {
              seen.consume(key);
              seen.consume(attributes);
              return true;
            });
  }
}
