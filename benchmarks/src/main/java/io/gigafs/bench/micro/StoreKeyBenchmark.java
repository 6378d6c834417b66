package io.gigafs.bench.micro;

import io.gigafs.index.Name;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoredReply;
import io.gigafs.tablefs.schema.Keys;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The cost of the keys of the rows that a create writes: its entry and its reply. */
@State(Scope.Thread)
public class StoreKeyBenchmark {
  private static final int COUNT = 1 << 10;

  private final List<Name> names = SampleNames.names(COUNT);
  private int next;

  @Benchmark
  public EntryKey entry() {
    return SampleFiles.key(names.get(next++ & (COUNT - 1)));
  }

  @Benchmark
  public byte[] reply() {
    return Keys.reply(new StoredReply.Key(SampleFiles.DIRECTORY.value(), 0, 42, next++));
  }
}
