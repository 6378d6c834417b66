package io.gigafs.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the newest view that a member has seen to listeners. Thread-safe.
 *
 * <ol>
 *   <li>The epoch of {@link #newest} never decreases.
 *   <li>A listener receives views in ascending order of epoch, each at most once. If views arrive
 *       faster than it processes them, it receives only the newest.
 *   <li>A listener that subscribes late receives the newest view, even if that was published
 *       before.
 * </ol>
 */
public final class ViewFeed {
  private static final Logger log = LoggerFactory.getLogger(ViewFeed.class);

  private final Executor executor;
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
  private volatile @Nullable ClusterView newest;

  /**
   * @param executor runs the listeners; it may have several threads, a listener is called by one at
   *     a time
   */
  public ViewFeed(Executor executor) {
    this.executor = executor;
  }

  /** Publishes a view if it is newer than all before it. */
  public void offer(ClusterView view) {
    synchronized (this) {
      ClusterView known = newest;
      if (known != null && known.epoch() >= view.epoch()) {
        return;
      }
      newest = view;
      notifyAll();
    }
    executor.execute(this::deliver);
  }

  /** The newest view so far. */
  public Optional<ClusterView> newest() {
    return Optional.ofNullable(newest);
  }

  /**
   * Waits until the newest view matches.
   *
   * @return empty if the timeout passes first
   */
  public synchronized Optional<ClusterView> await(Predicate<ClusterView> wanted, Duration timeout)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (newest().filter(wanted).isEmpty()) {
      long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (leftMillis <= 0) {
        return Optional.empty();
      }
      wait(leftMillis);
    }
    return newest();
  }

  /** Subscribes to the newest view, if there is one, and to all newer ones. */
  public void listen(Consumer<ClusterView> listener) {
    subscriptions.add(new Subscription(listener));
    if (newest != null) {
      executor.execute(this::deliver);
    }
  }

  private void deliver() {
    for (Subscription subscription : subscriptions) {
      subscription.deliver();
    }
  }

  /** A listener and the epoch of the last view that it received. */
  private final class Subscription {
    private final Consumer<ClusterView> listener;
    private long delivered = Long.MIN_VALUE;

    Subscription(Consumer<ClusterView> listener) {
      this.listener = listener;
    }

    synchronized void deliver() {
      ClusterView view = newest;
      if (view == null || view.epoch() <= delivered) {
        return;
      }
      delivered = view.epoch();
      try {
        listener.accept(view);
      } catch (RuntimeException e) {
        log.error("A listener failed on the cluster view of epoch {}", delivered, e);
      }
    }
  }
}
