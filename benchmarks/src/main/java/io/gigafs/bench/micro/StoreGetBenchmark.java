package io.gigafs.bench.micro;

import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A lane's cost of reading an entry, with an existing and a missing name, from the row cache and
 * key filter, and from RocksDB. Keys are created in advance.
 */
@State(Scope.Thread)
public class StoreGetBenchmark {
  private static final int FILES = 1 << 16;

  /** Large enough that no block is read twice in a row. */
  private static final int STRIDE = 40_503;

  /** With 0, all reads go to RocksDB. */
  @Param({"0", "64"})
  public int rowCacheMebibytes;

  private final EntryKey[] there = new EntryKey[FILES];
  private final EntryKey[] free = new EntryKey[FILES];
  private SampleStore sample;
  private Batch batch;
  private int next;

  @Setup
  public void prepare() throws IOException {
    sample = SampleStore.of(FILES, (long) rowCacheMebibytes << 20);
    batch = sample.store().newBatch();
    for (int i = 0; i < FILES; i++) {
      there[i] = SampleFiles.key(SampleNames.name(i));
      free[i] = SampleFiles.key(SampleNames.name(FILES + i));
    }
  }

  @TearDown
  public void close() throws IOException {
    sample.close();
  }

  @Benchmark
  public @Nullable Attributes there() {
    return batch.getEntry(there[next()]);
  }

  @Benchmark
  public @Nullable Attributes free() {
    return batch.getEntry(free[next()]);
  }

  private int next() {
    next += STRIDE;
    return next & (FILES - 1);
  }
}
