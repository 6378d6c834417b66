package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.store.Stores;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Callers share syncs, and a caller's failure is its own. */
class GroupSyncTest {
  private final Store store =
      Stores.over(new MemoryDisk().open(), Durability.INTERVAL, () -> new UUID(0, 1));

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final GroupSync syncs = new GroupSync(store, tasks::add);
  private final List<String> ended = new ArrayList<>();

  @AfterEach
  void close() {
    store.close();
  }

  private void runAll() {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  private void end(String caller, @Nullable StoreException failure) {
    ended.add(failure == null ? caller : caller + " failed");
  }

  @Test
  void callersBeforeASyncShareIt() {
    syncs.sync(failure -> end("a", failure));
    syncs.sync(failure -> end("b", failure));
    assertThat(tasks).hasSize(1);
    runAll();
    assertThat(ended).containsExactly("a", "b");
  }

  @Test
  void actionThatThrowsAffectsNoOther() {
    syncs.sync(
        failure -> {
          throw new IllegalStateException("on purpose");
        });
    syncs.sync(failure -> end("b", failure));
    runAll();
    syncs.sync(failure -> end("c", failure));
    runAll();
    assertThat(ended).containsExactly("b", "c");
  }

  @Test
  void failureIsReportedToAllCallersOfTheSync() {
    store.close();
    syncs.sync(failure -> end("a", failure));
    syncs.sync(failure -> end("b", failure));
    runAll();
    assertThat(ended).containsExactly("a failed", "b failed");
  }
}
