package io.gigafs.tablefs.engine.staging;

import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.Keys;
import io.gigafs.tablefs.schema.MetaValue;
import io.gigafs.tablefs.schema.ValueReader;
import io.gigafs.tablefs.schema.ValueWriter;
import java.util.Arrays;

/**
 * Which writes of a generation were committed: of each writer those up to a number, which each
 * write puts into the engine below.
 */
final class CommittedNumbers {
  private static final int VALUE_BYTES = 2 * Long.BYTES;

  private final long[] numbers = new long[Stamp.WRITERS];
  private long latestGeneration;

  private CommittedNumbers() {}

  /**
   * What the engine has of a generation: nothing unless it is the latest, for what an earlier one
   * left was taken over.
   */
  static CommittedNumbers read(Engine engine, long generation) {
    CommittedNumbers read = new CommittedNumbers();
    byte[] value = new byte[VALUE_BYTES];
    for (int writer = 0; writer < Stamp.WRITERS; writer++) {
      int length = engine.get(Family.META, Keys.stagingWriter(writer), value);
      if (length != Engine.NOT_FOUND) {
        MetaValue.Committed found =
            MetaValue.decodeCommitted(new ValueReader().over(value, length));
        read.latestGeneration = Math.max(read.latestGeneration, found.generation());
        read.numbers[writer] = found.generation() == generation ? found.number() : 0;
      }
    }
    if (generation != read.latestGeneration) {
      Arrays.fill(read.numbers, 0);
    }
    return read;
  }

  /** Has a write put its number. */
  static void put(StagingWrite write, long generation) {
    put(write.passed(), write.writer(), new MetaValue.Committed(generation, write.number()));
  }

  /** Has records begin a generation. */
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

  /** The latest generation of which there are numbers; 0 if there are none. */
  long latestGeneration() {
    return latestGeneration;
  }
}
