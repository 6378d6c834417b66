package io.gigafs.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests for the feed of views to listeners: order, outdated views, and waiting. */
class ViewFeedTest {
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final ViewFeed feed = new ViewFeed(tasks::add);
  private final List<Long> heard = new ArrayList<>();

  @Test
  void lateListenerReceivesTheNewestView() {
    feed.offer(view(1));
    feed.listen(view -> heard.add(view.epoch()));
    run();
    feed.offer(view(2));
    run();

    assertThat(heard).containsExactly(1L, 2L);
  }

  @Test
  void olderViewsAreIgnored() {
    feed.listen(view -> heard.add(view.epoch()));
    feed.offer(view(5));
    feed.offer(view(4));
    feed.offer(view(5));
    run();

    assertThat(heard).containsExactly(5L);
    assertThat(feed.newest().map(ClusterView::epoch)).contains(5L);
  }

  @Test
  void slowListenerSkipsOutdatedViews() {
    feed.listen(view -> heard.add(view.epoch()));
    feed.offer(view(1));
    feed.offer(view(2));
    run();

    assertThat(heard).containsExactly(2L);
  }

  @Test
  void waitEndsWithTheViewOrTheTimeout() throws InterruptedException {
    assertThat(feed.await(view -> true, Duration.ofMillis(20))).isEmpty();
    var later =
        CompletableFuture.runAsync(
            () -> feed.offer(view(3)),
            CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS));

    assertThat(feed.await(view -> view.epoch() == 3, Duration.ofSeconds(60))).contains(view(3));
    later.join();
  }

  @Test
  void concurrentOffersAreDeliveredInOrder() throws InterruptedException {
    List<Long> all = new CopyOnWriteArrayList<>();
    CountDownLatch last = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      ViewFeed racing = new ViewFeed(threads);
      racing.listen(
          view -> {
            all.add(view.epoch());
            if (view.epoch() == 500) {
              last.countDown();
            }
          });
      IntStream.rangeClosed(1, 500)
          .forEach(epoch -> threads.execute(() -> racing.offer(view(epoch))));
      racing.await(view -> view.epoch() == 500, Duration.ofSeconds(60));
      assertThat(last.await(300, TimeUnit.SECONDS)).as("the newest view is delivered").isTrue();
      assertThat(all).isSorted().doesNotHaveDuplicates();
    } finally {
      threads.shutdown();
      assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private void run() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  private static ClusterView view(long epoch) {
    return TestViews.of(
        new UUID(0, 1),
        epoch,
        ClusterSettings.DEFAULTS,
        List.of(LocalClusterTest.server("a", 1)),
        SlotTable.of(0));
  }
}
