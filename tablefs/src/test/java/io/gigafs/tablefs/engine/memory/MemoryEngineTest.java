package io.gigafs.tablefs.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.AbstractEngineTest;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.engine.memory.MemoryDisk.Operation;
import io.gigafs.tablefs.schema.Family;
import org.junit.jupiter.api.Test;

/** Runs the engine tests in memory, and tests the simulated crashes and failures of its disk. */
final class MemoryEngineTest extends AbstractEngineTest {
  private MemoryDisk disk = new MemoryDisk();

  @Override
  protected Engine open() {
    return disk.open();
  }

  @Test
  void crashDropsUnsyncedWrites() {
    put(key(1), "synced");
    engine.sync();
    put(key(1), "lost");
    put(key(2), "lost");
    disk.crash();
    assertThatThrownBy(() -> get(key(1))).hasMessageContaining("closed");
    engine = open();
    assertThat(get(key(1))).isEqualTo("synced");
    assertThat(get(key(2))).isNull();
  }

  @Test
  void syncedWriteSyncsEarlierWrites() {
    put(key(1), "earlier");
    WriteRecords records = new WriteRecords();
    records.put(Family.META, key(2), text("synced"));
    engine.write(records, true);
    disk.crash();
    engine = open();
    assertThat(get(key(1))).isEqualTo("earlier");
  }

  @Test
  void killLosesNothing() {
    put(key(1), "not synced");
    disk.kill();
    assertThatThrownBy(() -> put(key(1), "late")).isInstanceOf(StoreException.class);
    engine = open();
    assertThat(get(key(1))).isEqualTo("not synced");
  }

  @Test
  void crashCopyHoldsOnlySyncedWrites() {
    put(key(1), "synced");
    engine.sync();
    put(key(2), "not yet");
    try (Engine copy = disk.copyAsAfterCrash().open()) {
      byte[] value = new byte[10];
      assertThat(copy.get(Family.ENTRIES, key(1), value)).isEqualTo(6);
      assertThat(copy.get(Family.ENTRIES, key(2), value)).isEqualTo(Engine.NOT_FOUND);
    }
    assertThat(get(key(2))).isEqualTo("not yet");
  }

  @Test
  void plantedFailureEndsWhenItIsCleared() {
    disk.fail(Operation.WRITE, Kind.NO_SPACE);
    assertThatThrownBy(() -> put(key(1), "a"))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NO_SPACE));
    disk.fail(Operation.WRITE, null);
    disk.fail(Operation.READ, Kind.IO);
    assertThatThrownBy(() -> get(key(1))).isInstanceOf(StoreException.class);
    disk.fail(Operation.READ, null);
    assertThat(get(key(1))).isNull();
    put(key(1), "a");
    assertThat(get(key(1))).isEqualTo("a");
  }

  @Test
  void secondOpenOfTheDiskIsRefused() {
    assertThatThrownBy(disk::open).hasMessageContaining("open already");
  }
}
