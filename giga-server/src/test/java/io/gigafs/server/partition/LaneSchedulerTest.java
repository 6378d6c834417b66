package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests on which thread {@link LaneScheduler} runs a batch, with executors that the test drains.
 */
class LaneSchedulerTest {
  private final Queue<Runnable> own = new ArrayDeque<>();
  private final Queue<Runnable> near = new ArrayDeque<>();
  private final List<String> turns = new ArrayList<>();
  private @Nullable Executor here = near::add;
  private int waiting = 1;
  private String running = "";

  private final LaneScheduler place =
      new LaneScheduler(own::add, () -> here, () -> turns.add(running), () -> waiting);

  private void runAll() {
    while (!own.isEmpty() || !near.isEmpty()) {
      running = near.isEmpty() ? "own" : "near";
      (near.isEmpty() ? own : near).remove().run();
    }
  }

  @Test
  void runsSmallBatchesOnTheSubmittingThread() {
    place.dispatch();
    runAll();
    assertThat(turns).containsExactly("near");
  }

  @Test
  void usesItsOwnThreadIfTheSubmitterMayNotRunBatches() {
    here = null;
    place.dispatch();
    runAll();
    assertThat(turns).containsExactly("own");
  }

  @Test
  void runsLargeBatchesOnItsOwnThread() {
    place.dispatch();
    waiting = 100;
    runAll();
    assertThat(turns).containsExactly("own");
  }

  @Test
  void runsLongBatchesOnItsOwnThread() {
    place.took(5_000_000);
    place.dispatch();
    runAll();
    place.took(10_000);
    place.dispatch();
    runAll();
    assertThat(turns).containsExactly("own", "near");
  }

  @Test
  void ownOnlyAppliesEvenToABatchUnderWay() {
    place.dispatch();
    place.ownOnly();
    runAll();
    place.dispatch();
    runAll();
    assertThat(turns).containsExactly("own", "own");
  }

  @Test
  void fallsBackToItsOwnThreadWhenTheOtherHasEnded() {
    here =
        task -> {
          throw new RejectedExecutionException("shut down");
        };
    place.dispatch();
    runAll();
    assertThat(turns).containsExactly("own");
  }
}
