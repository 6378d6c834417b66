package io.gigafs.bench.micro;

import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.schema.EntryValue;
import io.gigafs.tablefs.schema.ValueReader;
import io.gigafs.tablefs.schema.ValueWriter;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The cost to encode a file's attributes to the bytes of its row, and to decode them. */
@State(Scope.Thread)
public class StoreValueBenchmark {
  private final Attributes attributes = SampleFiles.stored(1_000_000);
  private final ValueWriter writer = new ValueWriter();
  private final ValueReader reader = new ValueReader();
  private final byte[] encoded = encoded(attributes);

  private static byte[] encoded(Attributes attributes) {
    ValueWriter writer = new ValueWriter();
    EntryValue.encode(attributes, writer);
    return writer.toByteArray();
  }

  @Benchmark
  public int encode() {
    EntryValue.encode(attributes, writer.clear());
    return writer.length();
  }

  @Benchmark
  public Attributes decode() {
    return EntryValue.decode(reader.over(encoded, encoded.length));
  }
}
