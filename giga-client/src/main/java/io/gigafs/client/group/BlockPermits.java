package io.gigafs.client.group;

import io.gigafs.client.data.BlockSource;
import io.gigafs.concurrent.CallDeadline;
import io.gigafs.protocol.cache.BlockPermit;
import io.gigafs.protocol.cache.CachePermitRequest.CachePermitResult;
import io.gigafs.rpc.Clock;
import io.gigafs.volume.DataLocation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client's permits to read blocks from the cache group; each is requested once. Safe for use by
 * several threads.
 */
final class BlockPermits {
  private static final int MAX_PERMITS = 4_096;
  private static final long FAILED_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Clock clock;

  /** In access order. Guarded by this. */
  private final Map<Key, Asked> known = new LinkedHashMap<>(16, 0.75f, true);

  private record Key(DataLocation location, long generation, int uid) {}

  /** A requested permit. */
  private static final class Asked {
    private final CompletableFuture<@Nullable BlockPermit> permit = new CompletableFuture<>();

    /** When to request it again; unset while the answer is outstanding. */
    private volatile long untilNanos = Long.MIN_VALUE;

    private boolean isOver(long nowNanos) {
      return permit.isDone() && nowNanos - untilNanos >= 0;
    }
  }

  BlockPermits(Clock clock) {
    this.clock = clock;
  }

  /**
   * The permit for a block, null if there is none now. The future does not fail, and completes with
   * the permit request.
   */
  CompletableFuture<@Nullable BlockPermit> of(BlockSource.Block block) {
    Key key = keyOf(block);
    Asked asked;
    synchronized (this) {
      Asked before = known.get(key);
      if (before != null && !before.isOver(clock.nanos())) {
        return before.permit;
      }
      asked = new Asked();
      known.put(key, asked);
      if (known.size() > MAX_PERMITS) {
        known.remove(known.keySet().iterator().next());
      }
    }
    // Other calls with more time share the request.
    CallDeadline.NONE
        .within(() -> block.calls().permit())
        .whenComplete((result, failure) -> received(asked, block, result));
    return asked.permit;
  }

  private static Key keyOf(BlockSource.Block block) {
    return new Key(block.location(), block.generation(), block.caller().uid());
  }

  private void received(Asked asked, BlockSource.Block block, @Nullable CachePermitResult result) {
    BlockPermit permit = result == null ? null : result.permit();
    boolean isOfContent =
        permit != null
            && permit.location().equals(block.location())
            && permit.generation() == block.generation();
    long waitNanos =
        result == null || (permit != null && !isOfContent)
            ? FAILED_NANOS
            : TimeUnit.MILLISECONDS.toNanos(result.waitMillis());
    asked.untilNanos = clock.nanos() + waitNanos;
    asked.permit.complete(isOfContent ? permit : null);
  }

  /** A server rejected the permit: no permit is returned for a while. */
  void refused(BlockSource.Block block, BlockPermit permit) {
    Asked none = new Asked();
    none.untilNanos = clock.nanos() + FAILED_NANOS;
    none.permit.complete(null);
    synchronized (this) {
      Asked asked = known.get(keyOf(block));
      if (asked != null && permit.equals(asked.permit.getNow(null))) {
        known.put(keyOf(block), none);
      }
    }
  }
}
