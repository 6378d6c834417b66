package io.gigafs.tablefs.engine.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.ForwardingEngine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import io.gigafs.tablefs.schema.Keys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Simulates process crashes before and after the write to the engine below, and compares the rows
 * after restart with a model.
 */
final class StagingCrashTest {
  private static final int STEPS = 6_000;
  private static final int SLOTS = 6;
  private static final int KEYS = 12;
  private static final byte[] WITNESS = {1};

  private final MemoryDisk disk = new MemoryDisk();
  private StagingMemory memory = StagingMemory.ofProcess(SLOTS);
  private Dying below = new Dying(disk.open(), memory);
  private EngineFront engine = EngineFront.over(below).staging(memory, Family.HOLDS, true).open();

  private enum Death {
    BEFORE_THE_WRITE,
    AFTER_IT
  }

  private static final class ProcessDied extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Throws where a process would have crashed. Later effects on the memory are discarded. */
  private static final class Dying extends ForwardingEngine {
    private final StagingMemory memory;
    private @Nullable Death death;
    private @Nullable StagingMemory left;

    Dying(Engine engine, StagingMemory memory) {
      super(engine);
      this.memory = memory;
    }

    void die(Death how) {
      death = how;
    }

    /** Returns the staging memory as of the crash. */
    StagingMemory left() {
      return left == null ? memory.copy() : left;
    }

    @Override
    public void write(WriteRecords records, boolean sync) {
      if (death == null) {
        super.write(records, sync);
        return;
      }
      if (death == Death.AFTER_IT) {
        super.write(records, sync);
      }
      left = memory.copy();
      throw new ProcessDied();
    }
  }

  private void open() {
    memory = below.left();
    disk.kill();
    below = new Dying(disk.open(), memory);
    engine = EngineFront.over(below).staging(memory, Family.HOLDS, true).open();
  }

  private static byte[] key(int i) {
    return new byte[] {0, (byte) i};
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void writesAreAtomicAcrossProcessCrashes(long seed) {
    Random random = new Random(seed);
    NavigableMap<Integer, String> model = new TreeMap<>();
    int deaths = 0;
    for (int step = 0; step < STEPS; step++) {
      int dice = random.nextInt(100);
      if (dice < 10) {
        engine.maintain();
      } else if (dice < 12) {
        open();
      } else {
        NavigableMap<Integer, String> after = new TreeMap<>(model);
        WriteRecords records = records(random, step, after);
        if (dice < 20) {
          below.die(Death.values()[random.nextInt(2)]);
          assertThatThrownBy(() -> engine.write(records, false)).isInstanceOf(ProcessDied.class);
          open();
          model = isCommitted(step) ? after : model;
          deaths++;
        } else {
          engine.write(records, random.nextInt(10) == 0);
          model = after;
        }
      }
      assertThat(rows()).as("step %d", step).isEqualTo(model.values().stream().toList());
      int one = random.nextInt(KEYS);
      byte[] value = new byte[100];
      int length = engine.get(Family.HOLDS, key(one), value);
      assertThat(
              length == Engine.NOT_FOUND
                  ? null
                  : new String(value, 0, length, StandardCharsets.US_ASCII))
          .isEqualTo(model.get(one));
    }
    assertThat(deaths).isPositive();
  }

  private static byte[] witness(int step) {
    return Integer.toString(step).getBytes(StandardCharsets.US_ASCII);
  }

  private boolean isCommitted(int step) {
    byte[] expected = witness(step);
    return Arrays.equals(expected, engine.getAll(Family.ENTRIES, List.of(WITNESS)).get(0));
  }

  private static WriteRecords records(
      Random random, int step, NavigableMap<Integer, String> model) {
    WriteRecords records = new WriteRecords();
    records.put(Family.ENTRIES, WITNESS, witness(step));
    if (random.nextInt(30) == 0) {
      int first = random.nextInt(KEYS);
      records.deleteRange(Family.HOLDS, KeyRange.closed(key(first), key(KEYS)));
      model.tailMap(first, true).clear();
    }
    for (int i = random.nextInt(4); i >= 0; i--) {
      int key = random.nextInt(KEYS);
      if (random.nextInt(5) < 3) {
        String value = "step " + step + " of key " + key;
        records.put(Family.HOLDS, key(key), value.getBytes(StandardCharsets.US_ASCII));
        model.put(key, value);
      } else {
        records.delete(Family.HOLDS, key(key));
        model.remove(key);
      }
    }
    return records;
  }

  private List<String> rows() {
    List<String> rows = new ArrayList<>();
    try (Cursor cursor = engine.scan(Family.HOLDS, Keys.all())) {
      while (cursor.next()) {
        rows.add(new String(cursor.value(), 0, cursor.valueLength(), StandardCharsets.US_ASCII));
      }
    }
    return rows;
  }
}
