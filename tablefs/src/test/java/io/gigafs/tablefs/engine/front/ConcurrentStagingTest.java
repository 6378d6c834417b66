package io.gigafs.tablefs.engine.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.ForwardingEngine;
import io.gigafs.tablefs.engine.Snapshot;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import io.gigafs.tablefs.schema.Keys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Several threads write rows of their own while rows are flushed and a reader scans all rows. */
final class ConcurrentStagingTest {
  private static final int SLOTS = 64;
  private static final int WRITERS = 3;
  private static final int ROUNDS = 500;

  private final MemoryDisk disk = new MemoryDisk();

  /** Delays each call as a log does, so that writes overlap. */
  private final Engine engine =
      EngineFront.over(
              new ForwardingEngine(disk.open()) {
                @Override
                public void write(WriteRecords records, boolean sync) {
                  super.write(records, sync);
                  LockSupport.parkNanos(1_000);
                }

                @Override
                public Cursor scan(Family family, KeyRange range) {
                  LockSupport.parkNanos(1_000);
                  return super.scan(family, range);
                }

                @Override
                public Snapshot snapshot() {
                  LockSupport.parkNanos(1_000);
                  return super.snapshot();
                }
              })
          .staging(StagingMemory.ofProcess(SLOTS), Family.HOLDS, true)
          .open();

  private volatile boolean over;

  /** Each write changes or deletes both rows of a writer. Returns their last value. */
  private String write(int writer) {
    WriteRecords records = new WriteRecords();
    String last = "";
    for (int i = 0; !over || i % 3 != 1; i++) {
      records.clear();
      last = writer + " " + i;
      for (int row = 0; row < 2; row++) {
        byte[] key = {(byte) writer, (byte) row};
        if (i % 3 == 2) {
          records.delete(Family.HOLDS, key);
        } else {
          records.put(Family.HOLDS, key, last.getBytes(StandardCharsets.US_ASCII));
        }
      }
      engine.write(records, i % 11 == 0);
    }
    return last;
  }

  private static List<String> rows(Cursor rows) {
    List<String> values = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        values.add(new String(rows.value(), 0, rows.valueLength(), StandardCharsets.US_ASCII));
      }
    }
    return values;
  }

  private static void assertBothOrNone(List<String> rows) {
    assertThat(rows.size()).isEven().isLessThanOrEqualTo(2 * WRITERS);
    for (int i = 0; i < rows.size(); i += 2) {
      assertThat(rows.get(i)).isEqualTo(rows.get(i + 1));
    }
  }

  @Test
  void readersSeeWholeWritesAndEachRowOnce() {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      List<CompletableFuture<String>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        writers.add(CompletableFuture.supplyAsync(() -> write(writer), threads));
      }
      for (int i = 0; i < ROUNDS; i++) {
        engine.maintain();
        assertBothOrNone(rows(engine.scan(Family.HOLDS, Keys.all())));
        try (Snapshot snapshot = engine.snapshot()) {
          assertBothOrNone(rows(snapshot.scan(Family.HOLDS, Keys.all())));
        }
      }
      over = true;
      List<String> expected = new ArrayList<>();
      for (CompletableFuture<String> writer : writers) {
        expected.addAll(List.of(writer.join(), writer.join()));
      }
      assertThat(rows(engine.scan(Family.HOLDS, Keys.all()))).isEqualTo(expected);
    } finally {
      over = true;
      threads.shutdown();
      engine.close();
    }
  }
}
