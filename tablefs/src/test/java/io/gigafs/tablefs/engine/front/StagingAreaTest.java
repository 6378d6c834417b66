package io.gigafs.tablefs.engine.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.AbstractEngineTest;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.ForwardingEngine;
import io.gigafs.tablefs.engine.Snapshot;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.engine.memory.MemoryDisk.Operation;
import io.gigafs.tablefs.schema.Family;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Runs the engine tests with entries as the staged family, so that every operation meets staged
 * rows, and tests the flushes.
 */
final class StagingAreaTest extends AbstractEngineTest {
  private static final int SLOTS = 4;

  private final MemoryDisk disk = new MemoryDisk();
  private StagingMemory memory = StagingMemory.ofProcess(SLOTS);

  @Override
  protected Engine open() {
    memory = memory.copy();
    return EngineFront.over(disk.open()).staging(memory, Family.ENTRIES, true).open();
  }

  private void delete(byte[] key) {
    WriteRecords records = new WriteRecords();
    records.delete(Family.ENTRIES, key);
    engine.write(records, false);
  }

  /** Returns the values that the engine below holds. */
  private List<String> flushed() {
    try (Engine below = disk.copy().open();
        Cursor rows = below.scan(Family.ENTRIES, ALL)) {
      return values(rows);
    }
  }

  private static List<String> values(Cursor rows) {
    List<String> values = new ArrayList<>();
    while (rows.next()) {
      values.add(new String(rows.value(), 0, rows.valueLength(), StandardCharsets.UTF_8));
    }
    return values;
  }

  @Test
  void rowsDeletedSoonAreNeverFlushed() {
    for (int i = 0; i < 10 * SLOTS; i++) {
      put(key(i), "young");
      put(key(i), "changed");
      assertThat(get(key(i))).isEqualTo("changed");
      delete(key(i));
      assertThat(get(key(i))).isNull();
    }
    assertThat(disk.copy().open().getAll(Family.ENTRIES, List.of(key(1), key(2))))
        .containsOnlyNulls();
    assertThat(flushed()).isEmpty();
  }

  @Test
  void agedRowsAreFlushed() {
    put(key(1), "older");
    engine.maintain();
    put(key(2), "younger");
    assertThat(flushed()).isEmpty();
    engine.maintain();
    assertThat(flushed()).containsExactly("older");
    engine.maintain();
    assertThat(flushed()).containsExactly("older", "younger");
    put(key(1), "changed");
    delete(key(2));
    assertThat(flushed()).containsExactly("changed");
    assertThat(get(key(1))).isEqualTo("changed");
    assertThat(get(key(2))).isNull();
  }

  @Test
  void rowsWithoutRoomAreFlushedAtOnce() {
    for (int i = 1; i <= SLOTS + 1; i++) {
      put(key(i), "row " + i);
    }
    assertThat(flushed()).containsExactly("row " + (SLOTS + 1));
    delete(key(1));
    put(key(9), "x".repeat(SlotArray.BYTES));
    assertThat(flushed()).hasSize(2);
    put(key(8), "takes the place");
    assertThat(flushed()).hasSize(2);
  }

  @Test
  void rowsOfSyncedWritesAreFlushedAtOnce() {
    put(key(1), "young");
    WriteRecords records = new WriteRecords();
    records.put(Family.ENTRIES, key(1), text("synced"));
    records.put(Family.ENTRIES, key(2), text("synced"));
    engine.write(records, true);
    disk.crash();
    memory = StagingMemory.ofProcess(SLOTS);
    engine = open();
    assertThat(get(key(1))).isEqualTo("synced");
    assertThat(get(key(2))).isEqualTo("synced");
  }

  @Test
  void syncAndSyncedWritesFlushEarlierRows() {
    put(key(1), "young");
    engine.sync();
    put(key(2), "younger");
    WriteRecords records = new WriteRecords();
    records.put(Family.META, key(3), text("synced"));
    engine.write(records, true);
    put(key(3), "youngest");
    disk.crash();
    memory = StagingMemory.ofProcess(SLOTS);
    engine = open();
    assertThat(get(key(1))).isEqualTo("young");
    assertThat(get(key(2))).isEqualTo("younger");
    assertThat(get(key(3))).isNull();
  }

  @Test
  void processKillLosesNoStagedRow() {
    put(key(1), "young");
    put(key(2), "gone");
    delete(key(2));
    disk.kill();
    engine = open();
    assertThat(get(key(1))).isEqualTo("young");
    assertThat(get(key(2))).isNull();
    assertThat(flushed()).containsExactly("young");
  }

  @Test
  void engineWithoutStagingFlushesLeftoverRows() {
    put(key(1), "young");
    disk.kill();
    memory = memory.copy();
    engine = EngineFront.over(disk.open()).staging(memory, Family.ENTRIES, false).open();
    assertThat(flushed()).containsExactly("young");
    put(key(2), "grown at once");
    assertThat(flushed()).containsExactly("young", "grown at once");
    delete(key(1));
    disk.kill();
    engine = open();
    assertThat(get(key(1))).isNull();
  }

  @Test
  void closeFlushesAllRows() {
    put(key(1), "young");
    engine.close();
    memory = StagingMemory.ofProcess(SLOTS);
    engine = open();
    assertThat(get(key(1))).isEqualTo("young");
  }

  @Test
  void memoryOfEarlierGenerationIsIgnored() {
    put(key(1), "young");
    StagingMemory other = memory.copy();
    delete(key(1));
    engine.close();
    memory = StagingMemory.ofProcess(SLOTS);
    engine = open();
    put(key(2), "of a later generation");
    disk.kill();
    memory = other;
    engine = open();
    assertThat(get(key(1))).isNull();
  }

  @Test
  void failedWriteHasNoEffect() {
    put(key(1), "young");
    disk.fail(Operation.WRITE, Kind.IO);
    assertThatThrownBy(() -> put(key(1), "changed")).isInstanceOf(StoreException.class);
    engine.gate().recovered(); // as if the next write was admitted before the failure
    assertThatThrownBy(() -> put(key(2), "new")).isInstanceOf(StoreException.class);
    engine.gate().recovered();
    assertThatThrownBy(() -> delete(key(1))).isInstanceOf(StoreException.class);
    assertThat(get(key(1))).isEqualTo("young");
    assertThat(get(key(2))).isNull();
    disk.fail(Operation.WRITE, null);
    engine.recover();
    put(key(3), "written");
    disk.kill();
    engine = open();
    assertThat(get(key(1))).isEqualTo("young");
    assertThat(get(key(2))).isNull();
    assertThat(get(key(3))).isEqualTo("written");
  }

  /** Fails like RocksDB, whose log may contain a write that could not be synced. */
  private static final class Logging extends ForwardingEngine {
    private boolean fails;

    Logging(Engine engine) {
      super(engine);
    }

    @Override
    public void write(WriteRecords records, boolean sync) {
      if (!fails) {
        super.write(records, sync);
        fails = records.has(Family.INLINE);
        if (!fails) {
          return;
        }
      }
      throw new StoreException(Kind.IO, "failing on request");
    }
  }

  @Test
  void failedWriteFoundByTheNextProcessIsWhole() {
    MemoryDisk ownDisk = new MemoryDisk();
    StagingMemory ownMemory = StagingMemory.ofProcess(SLOTS);
    WriteRecords records = new WriteRecords();
    try (Engine failing =
        EngineFront.over(new Logging(ownDisk.open()))
            .staging(ownMemory, Family.ENTRIES, true)
            .open()) {
      records.put(Family.ENTRIES, key(1), text("young"));
      records.put(Family.ENTRIES, key(2), text("young"));
      failing.write(records, false);
      records.clear();
      records.delete(Family.ENTRIES, key(1));
      records.put(Family.ENTRIES, key(2), text("changed"));
      records.put(Family.ENTRIES, key(3), text("new"));
      records.put(Family.INLINE, key(1), text("other"));
      assertThatThrownBy(() -> failing.write(records, false)).isInstanceOf(StoreException.class);
      failing.gate().recovered(); // as if the next write was admitted before the failure
      WriteRecords later = new WriteRecords();
      later.delete(Family.ENTRIES, key(2));
      assertThatThrownBy(() -> failing.write(later, false)).isInstanceOf(StoreException.class);
      failing.maintain();
      failing.maintain();
      assertThat(failing.getAll(Family.ENTRIES, List.of(key(1), key(2), key(3))))
          .containsExactly(text("young"), text("young"), null);
    }
    try (Engine next =
        EngineFront.over(ownDisk.open()).staging(ownMemory.copy(), Family.ENTRIES, true).open()) {
      assertThat(next.getAll(Family.INLINE, List.of(key(1)))).containsExactly(text("other"));
      assertThat(next.getAll(Family.ENTRIES, List.of(key(1), key(2), key(3))))
          .containsExactly(null, text("changed"), text("new"));
    }
  }

  @Test
  void failedWritesFreeTheirSlots() {
    disk.fail(Operation.WRITE, Kind.IO);
    for (int i = 1; i <= 2 * SLOTS; i++) {
      byte[] key = key(i);
      engine.gate().recovered(); // as if each write was admitted before the failure
      assertThatThrownBy(() -> put(key, "failed")).isInstanceOf(StoreException.class);
    }
    disk.fail(Operation.WRITE, null);
    engine.recover();
    put(key(9), "by which it is known that writes go on");
    for (int i = 1; i <= SLOTS; i++) {
      put(key(i), "young");
    }
    assertThat(flushed()).hasSize(1);
  }

  @Test
  void statisticsWorkWhileWritesFail() {
    put(key(1), "young");
    disk.fail(Operation.WRITE, Kind.NO_SPACE);
    assertThat(engine.statistics().estimatedEntries()).isEqualTo(1);
    disk.fail(Operation.WRITE, null);
  }

  @Test
  void failedFlushIsReportedAsBackgroundFailure() {
    put(key(1), "young");
    disk.fail(Operation.WRITE, Kind.NO_SPACE);
    engine.maintain();
    assertThat(engine.backgroundFailure()).isNull();
    engine.maintain();
    assertThat(engine.backgroundFailure())
        .extracting(StoreException::kind)
        .isEqualTo(Kind.NO_SPACE);
    disk.fail(Operation.WRITE, null);
    engine.recover();
    assertThat(engine.backgroundFailure()).isNull();
    engine.maintain();
    assertThat(flushed()).containsExactly("young");
  }

  @Test
  void rowsOfAFailedIngestCanBeDeleted() {
    put(key(1), "in a file");
    Path file = directory.resolve("rows");
    try (Cursor rows = engine.scan(Family.ENTRIES, ALL)) {
      engine.writeSortedFile(file, rows);
    }
    delete(key(1));
    disk.fail(Operation.READ, Kind.IO);
    assertThatThrownBy(() -> engine.ingest(Family.ENTRIES, ALL, file))
        .isInstanceOf(StoreException.class);
    disk.fail(Operation.READ, null);
    assertThat(get(key(1))).isEqualTo("in a file");
    delete(key(1));
    assertThat(get(key(1))).isNull();
  }

  @Test
  void snapshotIncludesStagedRows() {
    put(key(1), "grown");
    engine.maintain();
    engine.maintain();
    put(key(2), "young");
    try (Snapshot snapshot = engine.snapshot()) {
      delete(key(1));
      delete(key(2));
      put(key(3), "later");
      try (Cursor rows = snapshot.scan(Family.ENTRIES, ALL)) {
        assertThat(values(rows)).containsExactly("grown", "young");
      }
    }
  }

  /** Runs an action while a checkpoint is made. */
  private static final class Copying extends ForwardingEngine {
    private final MemoryDisk disk;
    private Runnable meanwhile = () -> {};
    private MemoryDisk copy = new MemoryDisk();

    Copying(MemoryDisk disk) {
      super(disk.open());
      this.disk = disk;
    }

    @Override
    public void checkpoint(Path target) {
      meanwhile.run();
      copy = disk.copy();
    }
  }

  @Test
  void checkpointHasWholeConcurrentWrites() {
    MemoryDisk ownDisk = new MemoryDisk();
    Copying below = new Copying(ownDisk);
    WriteRecords records = new WriteRecords();
    records.put(Family.ENTRIES, key(1), text("seldom old"));
    records.put(Family.INLINE, key(1), text("other"));
    try (Engine copied =
        EngineFront.over(below)
            .staging(StagingMemory.ofProcess(SLOTS), Family.ENTRIES, true)
            .open()) {
      below.meanwhile = () -> copied.write(records, false);
      copied.checkpoint(directory.resolve("checkpoint"));
      records.clear();
      records.put(Family.ENTRIES, key(2), text("young again"));
      copied.write(records, false);
      assertThat(ownDisk.copy().open().getAll(Family.ENTRIES, List.of(key(2)))).containsOnlyNulls();
    }
    Engine copy = below.copy.open();
    assertThat(copy.getAll(Family.INLINE, List.of(key(1)))).containsExactly(text("other"));
    assertThat(copy.getAll(Family.ENTRIES, List.of(key(1)))).containsExactly(text("seldom old"));
  }
}
