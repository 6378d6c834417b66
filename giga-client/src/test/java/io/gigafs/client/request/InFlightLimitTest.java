package io.gigafs.client.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.ClientTestBase;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Tests for the limit of operations in flight: it blocks callers, but never completions. */
final class InFlightLimitTest extends ClientTestBase {
  @Test
  void callerWaitsForAFreePermit() throws InterruptedException {
    InFlightLimit limit = new InFlightLimit(2);
    limit.enter(Long.MAX_VALUE);
    limit.enter(Long.MAX_VALUE);
    AtomicBoolean left = new AtomicBoolean();
    AtomicBoolean entered = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    Thread third =
        new Thread(
            () -> {
              begun.countDown();
              limit.enter(Long.MAX_VALUE);
              entered.set(left.get());
            });
    third.start();
    begun.await();
    while (third.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    left.set(true);
    limit.leave();
    third.join(TimeUnit.SECONDS.toMillis(20));
    assertThat(entered).isTrue();
  }

  @Test
  void completionsOverdrawTheLimitTemporarily() throws InterruptedException {
    InFlightLimit limit = new InFlightLimit(1);
    limit.enter(Long.MAX_VALUE);
    limit.complete(
        () -> {
          limit.enter(Long.MAX_VALUE);
          limit.enter(Long.MAX_VALUE);
        });
    assertThat(limit.inFlight()).isEqualTo(3);
    limit.leave();
    limit.leave();
    assertThat(limit.inFlight()).isEqualTo(1);
    Thread next = new Thread(() -> limit.enter(Long.MAX_VALUE));
    next.start();
    while (next.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    limit.leave();
    next.join(TimeUnit.SECONDS.toMillis(20));
    assertThat(next.isAlive()).isFalse();
  }

  @Test
  void operationsCanBeChainedBeyondTheLimit() throws GigaException {
    ClientSettings one = cluster.settings().toBuilder().maxInFlight(1).build();
    client = cluster.client(one);
    CompletableFuture<FileAttributes> chain = client.makeDirectory(path("/d"), 0755);
    CompletableFuture<List<FileAttributes>> both =
        chain.thenCompose(
            made -> {
              CompletableFuture<FileAttributes> first = client.create(path("/d/a"), 0644, true);
              CompletableFuture<FileAttributes> second = client.create(path("/d/b"), 0644, true);
              return first.thenCombine(second, List::of);
            });
    assertThat(await(both)).hasSize(2);
    // All permits are free again: otherwise this call blocks forever.
    create("/d/c");
    assertThat(list("/d", true)).hasSize(3);
    assertFails(client.stat(path("/none")));
    create("/d/e");
  }

  /** The operation starts nevertheless and reports that its deadline has passed. */
  @Test
  void callerWaitsNoLongerThanItsDeadline() {
    InFlightLimit limit = new InFlightLimit(1);
    assertThat(limit.enter(Long.MAX_VALUE)).isTrue();
    assertThat(limit.enter(1_000)).isFalse();
    limit.leave();
    assertThat(limit.enter(0)).isTrue();
  }
}
