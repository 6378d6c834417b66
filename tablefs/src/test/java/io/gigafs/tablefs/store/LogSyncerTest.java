package io.gigafs.tablefs.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.engine.memory.MemoryDisk.Operation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class LogSyncerTest {
  private static final long POLL_NANOS = 50_000;

  private final MemoryDisk disk = new MemoryDisk();
  private final CompletableFuture<RuntimeException> failure = new CompletableFuture<>();

  private LogSyncer start(Engine engine, long intervalMillis) {
    LogSyncer syncer = new LogSyncer(engine, intervalMillis, failure::complete);
    syncer.start();
    return syncer;
  }

  @Test
  void syncsWhatWasWritten() {
    try (Engine engine = disk.open();
        LogSyncer syncer = start(engine, 1)) {
      for (int i = 1; i <= 3; i++) {
        syncer.written();
        awaitSyncs(i);
      }
    }
    assertThat(failure).isNotDone();
  }

  private void awaitSyncs(long count) {
    while (disk.syncs() < count) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  @Test
  void failureIsHandedOn() throws Exception {
    disk.fail(Operation.SYNC, Kind.IO);
    try (Engine engine = disk.open();
        LogSyncer syncer = start(engine, 1)) {
      syncer.written();
      assertThat(failure.get(20, TimeUnit.SECONDS)).isInstanceOf(StoreException.class);
    }
  }

  @Test
  void closeDoesNotWaitForTheInterval() {
    try (Engine engine = disk.open();
        LogSyncer syncer = start(engine, TimeUnit.DAYS.toMillis(1))) {
      syncer.written();
    }
    assertThat(disk.syncs()).isZero();
  }
}
