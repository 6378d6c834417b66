package io.gigafs.client.request;

import io.gigafs.client.FlushScope;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.GigaException;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RateLimitedLog;
import io.gigafs.rpc.RpcClient;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.collections.LongHashSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changes of names that callers believe to be made and that servers have not acknowledged yet.
 * A flush also sends deferred closes of files, which wait in the RPC client for the next request to
 * their server. Safe for use by several threads.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A change is in its {@link Target} from before its caller continues until the server has
 *       acknowledged it, or never will.
 *   <li>A target has at most one change per hash of a name, and a limited number. A caller that
 *       cannot enqueue a change sends it as a request, which flushes the target first.
 *   <li>A change waits for the linger time at most, or until many others of its target wait.
 *   <li>A flush completes when all changes enqueued before are acknowledged, or never will be. It
 *       does not fail.
 *   <li>A lost change is logged and reported once, by {@link #takeLost}: its caller got success.
 * </ol>
 */
public final class WriteBehindQueue {
  private static final Logger LOG = LoggerFactory.getLogger(WriteBehindQueue.class);
  private static final CompletableFuture<Void> FLUSHED = CompletableFuture.completedFuture(null);

  /** This many waiting changes of a target are sent at once. */
  private static final int MANY = 256;

  /** The maximum number of unacknowledged changes of a target. */
  private static final int MAX_CHANGES = 4_096;

  private static final int FIRST_HASHES = 64;

  private final RpcClient rpc;
  private final Pauses pauses;
  private final int lingerMillis;
  private final RateLimitedLog log;

  /** The targets by directory. */
  private final ConcurrentMap<InodeId, List<Target<?>>> targets = new ConcurrentHashMap<>();

  private final AtomicReference<@Nullable GigaException> lost = new AtomicReference<>();

  /**
   * An empty queue.
   *
   * @param lingerMillis the maximum time that a change waits for others, ms
   */
  public WriteBehindQueue(RpcClient rpc, Pauses pauses, int lingerMillis, Clock clock) {
    this.rpc = rpc;
    this.pauses = pauses;
    this.lingerMillis = lingerMillis;
    this.log = new RateLimitedLog(LOG, clock);
  }

  /** Adds a target, which can take changes from now on. */
  public void open(Target<?> target) {
    targets.merge(
        target.directory,
        List.of(target),
        (known, added) -> {
          List<Target<?>> all = new ArrayList<>(known);
          all.addAll(added);
          return List.copyOf(all);
        });
  }

  /** Removes a target, which has no changes any more. */
  public void close(Target<?> target) {
    targets.computeIfPresent(
        target.directory,
        (directory, known) -> {
          List<Target<?>> rest = known.stream().filter(other -> other != target).toList();
          return rest.isEmpty() ? null : rest;
        });
  }

  /** Sends what is in a scope; see the invariants for when it completes. */
  public CompletableFuture<Void> flush(FlushScope scope) {
    CompletableFuture<Void> flushed = flush(scope.extent(), scope.directory(), scope.hash());
    if (scope.extent() == FlushScope.Extent.ALL) {
      rpc.flushDeferred();
    }
    return flushed;
  }

  /** The same without an object for the scope, because each request does it. */
  CompletableFuture<Void> flush(FlushScope.Extent extent, InodeId directory, long hash) {
    if (targets.isEmpty()) {
      return FLUSHED;
    }
    return switch (extent) {
      case NONE -> FLUSHED;
      case NAME -> flush(targets.get(directory), hash);
      case DIRECTORY -> flush(targets.get(directory));
      case ALL -> flush(targets.values().stream().flatMap(List::stream).toList());
    };
  }

  private static CompletableFuture<Void> flush(@Nullable List<Target<?>> targets, long hash) {
    if (targets == null) {
      return FLUSHED;
    }
    for (Target<?> target : targets) {
      if (target.isChanging(hash)) {
        return target.flush();
      }
    }
    return FLUSHED;
  }

  private static CompletableFuture<Void> flush(@Nullable List<Target<?>> targets) {
    if (targets == null || targets.stream().allMatch(Target::isEmpty)) {
      return FLUSHED;
    }
    return CompletableFuture.allOf(
        targets.stream()
            .filter(target -> !target.isEmpty())
            .map(Target::flush)
            .toArray(CompletableFuture<?>[]::new));
  }

  /** A change is lost after its caller got success: there may be no call left to fail with it. */
  public void lost(GigaException failure) {
    log.warn(String.valueOf(failure.getMessage()));
    lost.compareAndSet(null, failure);
  }

  /** The first change lost since the last call; null if there was none. */
  public @Nullable GigaException takeLost() {
    return lost.getAndSet(null);
  }

  /** Changes that are sent together. */
  public interface Batch {
    void send();

    /** Completes when the server has acknowledged all changes, or never will; does not fail. */
    CompletableFuture<Void> acknowledged();
  }

  /**
   * The changes of one partition's names that are sent later. Its lock also guards the state that
   * decides whether a change may be made, so that an enqueued change takes one lock.
   *
   * @param <C> a change
   */
  public abstract static class Target<C> {
    private final WriteBehindQueue queue;
    private final InodeId directory;

    /** Guarded by this, as are the fields below. */
    private List<C> waiting = new ArrayList<>();

    private final Set<Batch> inFlight = new HashSet<>();

    /** The hashes of names with unacknowledged changes. */
    private LongHashSet hashes = new LongHashSet(FIRST_HASHES);

    /** Whether there are no unacknowledged changes; read without the lock. */
    private volatile boolean isEmpty = true;

    protected Target(WriteBehindQueue queue, InodeId directory) {
      this.queue = queue;
      this.directory = directory;
    }

    /** Divides waiting changes into batches, to be sent now. Called with the lock. */
    protected abstract List<? extends Batch> seal(List<C> changes);

    public final InodeId directory() {
      return directory;
    }

    /** Whether there are no unacknowledged changes. */
    protected final boolean isEmpty() {
      return isEmpty;
    }

    /** Whether a name with this hash has an unacknowledged change. */
    private boolean isChanging(long hash) {
      if (isEmpty) {
        return false;
      }
      synchronized (this) {
        return hashes.contains(hash);
      }
    }

    /** Whether a change of a name with this hash can be enqueued. Called with the lock. */
    protected final boolean hasRoomFor(long hash) {
      return hashes.size() < MAX_CHANGES && !hashes.contains(hash);
    }

    /** Whether changes wait to be sent. Called with the lock. */
    protected final boolean hasWaiting() {
      return !waiting.isEmpty();
    }

    /** Whether batches are sent and not acknowledged. Called with the lock. */
    protected final boolean hasInFlight() {
      return !inFlight.isEmpty();
    }

    /**
     * Enqueues a change, for which there has to be room. Called with the lock; the caller has to
     * call {@link #sendSoon} without it.
     *
     * @return the number of waiting changes
     */
    protected final int enqueue(C change, long hash) {
      hashes.add(hash);
      isEmpty = false;
      waiting.add(change);
      return waiting.size();
    }

    /** Sends the waiting changes in time. */
    protected final void sendSoon(int enqueued) {
      if (enqueued == 1) {
        queue.pauses.after(queue.lingerMillis, this::send);
      } else if (enqueued == MANY) {
        send();
      }
    }

    /** Sends all waiting changes now. */
    public final void send() {
      List<? extends Batch> batches;
      synchronized (this) {
        if (waiting.isEmpty()) {
          return;
        }
        List<C> changes = waiting;
        waiting = new ArrayList<>();
        batches = seal(changes);
        inFlight.addAll(batches);
      }
      batches.forEach(Batch::send);
    }

    /** The server has acknowledged the change of a name with this hash, or never will. */
    public final synchronized void acknowledged(long hash) {
      hashes.remove(hash);
      isEmpty = hashes.isEmpty();
    }

    /** A batch has ended, with any outcome. Called with the lock. */
    protected final void ended(Batch batch) {
      inFlight.remove(batch);
    }

    /** Frees memory of a target that takes no more changes. Called with the lock. */
    protected final void free() {
      hashes = new LongHashSet(FIRST_HASHES);
    }

    private CompletableFuture<Void> flush() {
      send();
      synchronized (this) {
        return CompletableFuture.allOf(
            inFlight.stream().map(Batch::acknowledged).toArray(CompletableFuture<?>[]::new));
      }
    }
  }
}
