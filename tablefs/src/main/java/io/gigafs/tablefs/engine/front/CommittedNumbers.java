package io.gigafs.tablefs.engine.front;

import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.CorruptValueException;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.Keys;
import io.gigafs.tablefs.schema.MetaValue;
import io.gigafs.tablefs.schema.ValueReader;
import io.gigafs.tablefs.schema.ValueWriter;
import java.util.Arrays;

/**
 * The committed writes of a generation: for each writer, all numbers up to its highest committed
 * one. Each staging write stores its number in the engine below.
 */
final class CommittedNumbers {
  private static final int VALUE_BYTES = 2 * Long.BYTES;

  private final long[] numbers = new long[Stamp.WRITERS];
  private long latestGeneration;

  private CommittedNumbers() {}

  /**
   * Reads the committed numbers of a generation. Returns none unless it is the latest generation,
   * because the rows of earlier ones were taken over already.
   */
  static CommittedNumbers read(Engine engine, long generation) {
    CommittedNumbers read = new CommittedNumbers();
    byte[] value = new byte[VALUE_BYTES];
    for (int writer = 0; writer < Stamp.WRITERS; writer++) {
      int length = engine.get(Family.META, Keys.stagingWriter(writer), value);
      if (length != Engine.NOT_FOUND) {
        MetaValue.Committed found = decode(writer, value, length);
        read.latestGeneration = Math.max(read.latestGeneration, found.generation());
        read.numbers[writer] = found.generation() == generation ? found.number() : 0;
      }
    }
    if (generation != read.latestGeneration) {
      Arrays.fill(read.numbers, 0);
    }
    return read;
  }

  private static MetaValue.Committed decode(int writer, byte[] value, int length) {
    try {
      return MetaValue.decodeCommitted(new ValueReader().over(value, length));
    } catch (CorruptValueException e) {
      throw e.ofRow(Family.META, Keys.stagingWriter(writer));
    }
  }

  /** Adds the writer's number to the records that a write passes to the engine below. */
  static void put(StagingWrite write, long generation) {
    put(write.passed(), write.writer(), new MetaValue.Committed(generation, write.number()));
  }

  /** Adds the record that begins a generation. */
  static void begin(WriteRecords records, long generation) {
    put(records, 0, new MetaValue.Committed(generation, 0));
  }

  private static void put(WriteRecords records, int writer, MetaValue.Committed committed) {
    ValueWriter value = new ValueWriter();
    MetaValue.encodeCommitted(committed, value);
    records.put(Family.META, Keys.stagingWriter(writer), value.bytes(), value.length());
  }

  boolean has(long stamp) {
    Stamp of = Stamp.decode(stamp);
    return of.number() <= numbers[of.writer()];
  }

  /** The latest generation with committed numbers; 0 if there is none. */
  long latestGeneration() {
    return latestGeneration;
  }
}
