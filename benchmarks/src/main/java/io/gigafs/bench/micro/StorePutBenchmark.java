package io.gigafs.bench.micro;

import io.gigafs.tablefs.Batch;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The cost of writing and committing a new entry, alone and as one of many. Includes name, key and
 * attributes, as for a create.
 */
@State(Scope.Thread)
public class StorePutBenchmark {
  private static final int MANY = 256;

  private SampleStore sample;
  private Batch batch;
  private long next;

  @Setup
  public void prepare() throws IOException {
    sample = SampleStore.open();
    batch = sample.store().newBatch();
  }

  @TearDown
  public void close() throws IOException {
    sample.close();
  }

  @Benchmark
  public int alone() {
    return commit(1);
  }

  @Benchmark
  @OperationsPerInvocation(MANY)
  public int ofMany() {
    return commit(MANY);
  }

  private int commit(int entries) {
    for (int i = 0; i < entries; i++) {
      long number = next++;
      batch.putEntry(SampleFiles.key(SampleNames.name(number)), SampleFiles.stored(number));
    }
    sample.store().commit(batch);
    int size = batch.size();
    batch.clear();
    return size;
  }
}
