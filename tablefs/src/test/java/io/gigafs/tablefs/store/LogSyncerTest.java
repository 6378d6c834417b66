package io.gigafs.tablefs.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.front.EngineFront;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.engine.memory.MemoryDisk.Operation;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Tests the thread that syncs the log, with an engine on a disk in memory. */
final class LogSyncerTest {
  private static final long POLL_NANOS = 50_000;

  private final MemoryDisk disk = new MemoryDisk();

  private EngineFront open() {
    return EngineFront.over(disk.open()).open();
  }

  @Test
  void syncsAfterEachWrite() {
    try (EngineFront engine = open();
        LogSyncer syncer = new LogSyncer(engine, 1)) {
      for (int i = 1; i <= 3; i++) {
        syncer.written();
        awaitSyncs(i);
      }
    }
  }

  private void awaitSyncs(long count) {
    while (disk.syncs() < count) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  @Test
  void syncingResumesAfterRecovery() {
    disk.fail(Operation.SYNC, Kind.IO);
    try (EngineFront engine = open();
        LogSyncer syncer = new LogSyncer(engine, 1)) {
      syncer.written();
      while (engine.failure() == null) {
        LockSupport.parkNanos(POLL_NANOS);
      }
      disk.fail(Operation.SYNC, null);
      engine.recover();
      long before = disk.syncs();
      syncer.written();
      awaitSyncs(before + 1);
    }
  }

  @Test
  void closeDoesNotWaitForTheInterval() {
    try (EngineFront engine = open();
        LogSyncer syncer = new LogSyncer(engine, TimeUnit.DAYS.toMillis(1))) {
      syncer.written();
    }
    assertThat(disk.syncs()).isZero();
  }
}
