package io.gigafs.client.group;

import io.gigafs.cache.BlockPlacement;
import io.gigafs.cache.CacheGroup;
import io.gigafs.cache.ObjectKeys;
import io.gigafs.client.data.BlockSource;
import io.gigafs.client.request.Pauses;
import io.gigafs.client.request.ViewRefresh;
import io.gigafs.client.request.Views;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.concurrent.CallDeadline;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.cache.BlockPermit;
import io.gigafs.protocol.cache.ReadCachedBlockRequest;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RpcClient;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Reads blocks from the members of the cache group, each from the member that holds it by the
 * client's view. Safe for use by several threads.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A read never fails. Any failure, and any answer except a whole block with a matching
 *       checksum, is a miss.
 *   <li>A read waits at most {@link #READ_NANOS} for a member and {@link #PERMIT_MILLIS} for a
 *       permit, and at most half of its call's remaining time. A member that did not answer is
 *       skipped from then on ({@link MemberHealth}); the next member in placement order has its
 *       blocks.
 *   <li>At most {@link #MAX_IN_FLIGHT} blocks are in flight; further reads are misses.
 * </ol>
 */
public final class GroupSource implements BlockSource {
  static final long READ_NANOS = TimeUnit.SECONDS.toNanos(2);
  static final long PERMIT_MILLIS = 1_000;
  static final int MAX_IN_FLIGHT = 64;

  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final CompletableFuture<Integer> MISSED = CompletableFuture.completedFuture(MISS);

  private final RpcClient rpc;
  private final Clock clock;
  private final Pauses pauses;
  private final Views views;
  private final ViewRefresh refresh;
  private final MemberHealth health = new MemberHealth();
  private final BlockPermits permits;
  private final AtomicInteger inFlight = new AtomicInteger();
  private volatile CacheGroup group;

  /** The earliest time of the next view request, while the view has no members. */
  private final AtomicLong nextLookNanos;

  private final LongAdder hits = new LongAdder();
  private final LongAdder hitBytes = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder passedOver = new LongAdder();

  public GroupSource(RpcClient rpc, Clock clock, Pauses pauses, Views views, ViewRefresh refresh) {
    this.rpc = rpc;
    this.clock = clock;
    this.pauses = pauses;
    this.views = views;
    this.refresh = refresh;
    this.permits = new BlockPermits(clock);
    this.group = CacheGroup.of(views.current());
    this.nextLookNanos = new AtomicLong(clock.nanos() + LOOK_NANOS);
  }

  @Override
  public CompletableFuture<Integer> read(Block block, ByteBuffer into) {
    CacheGroup known = group();
    if (known.isEmpty()) {
      look();
      return MISSED;
    }
    if (!isCut(block.blockBytes()) || inFlight.get() >= MAX_IN_FLIGHT) {
      return missed();
    }
    CompletableFuture<@Nullable BlockPermit> permit = permits.of(block);
    if (permit.isDone()) {
      return read(block, permit.join(), into, true);
    }
    CompletableFuture<@Nullable BlockPermit> soon = new CompletableFuture<>();
    permit.thenAccept(soon::complete);
    pauses.after(PERMIT_MILLIS, () -> soon.complete(null));
    return CallDeadline.current()
        .resuming(soon)
        .thenCompose(granted -> read(block, granted, into, true));
  }

  /** Whether the group has blocks of that size. */
  private static boolean isCut(int blockBytes) {
    return blockBytes >= ReadCachedBlockRequest.MIN_BLOCK_BYTES
        && blockBytes <= DataChunk.MAX_BYTES
        && Integer.bitCount(blockBytes) == 1;
  }

  private CompletableFuture<Integer> missed() {
    misses.increment();
    return MISSED;
  }

  /** The group by the client's newest view. */
  private CacheGroup group() {
    ClusterView view = views.current();
    CacheGroup known = group;
    if (known.epoch() != view.epoch()) {
      known = CacheGroup.of(view);
      group = known;
    }
    return known;
  }

  /** Servers may have enabled caches since the client got its view. */
  private void look() {
    long now = clock.nanos();
    long next = nextLookNanos.get();
    if (now - next >= 0 && nextLookNanos.compareAndSet(next, now + LOOK_NANOS)) {
      refresh.ask();
    }
  }

  private CompletableFuture<Integer> read(
      Block block, @Nullable BlockPermit permit, ByteBuffer into, boolean isFirst) {
    CacheGroup known = group();
    if (permit == null || (long) block.index() * block.blockBytes() >= permit.size()) {
      return missed();
    }
    long now = clock.nanos();
    long waitNanos = waitNanos(now);
    int place = holderOf(known, block, now, waitNanos);
    if (waitNanos <= 0 || place == BlockPlacement.NOBODY) {
      return missed();
    }
    Endpoint member = known.members().get(place).endpoint();
    ReadCachedBlockRequest request =
        new ReadCachedBlockRequest(
            block.caller(),
            permit,
            block.blockBytes(),
            block.index(),
            known.epoch(),
            known.placement().fingerprint());
    CompletableFuture<Integer> result = new CompletableFuture<>();
    inFlight.incrementAndGet();
    rpc.call(member, request, now + waitNanos)
        .whenComplete(
            (answer, failure) -> {
              inFlight.decrementAndGet();
              if (answer == null) {
                health.failed(member, now, clock.nanos());
                refresh.suspect(member);
              } else {
                health.answered(member);
              }
              if (answer instanceof Answer.Moved<DataChunk> moved
                  && views.adopt(moved.view())
                  && isFirst) {
                read(block, permit, into, false)
                    .whenComplete((got, never) -> result.complete(got == null ? MISS : got));
                return;
              }
              result.complete(taken(block, permit, request, answer, member, into));
            });
    return result;
  }

  /**
   * The maximum wait for a member: half of the call's remaining time, so that the volume has the
   * other half.
   */
  private long waitNanos(long now) {
    CallDeadline deadline = CallDeadline.current();
    return deadline.isNone() ? READ_NANOS : Math.min(READ_NANOS, (deadline.nanos() - now) / 2);
  }

  /** The first member in placement order that may be asked. */
  private int holderOf(CacheGroup known, Block block, long now, long waitNanos) {
    long hash =
        BlockPlacement.blockHash(
            ObjectKeys.of(
                views.current().clusterId(),
                block.location().volume(),
                block.location().path(),
                block.blockBytes()),
            block.index());
    BlockPlacement placement = known.placement();
    int holder = placement.holderOf(hash, place -> true);
    if (health.mayAsk(known.members().get(holder).endpoint(), now, waitNanos)) {
      return holder;
    }
    for (int place : placement.order(hash)) {
      if (place != holder && health.mayAsk(known.members().get(place).endpoint(), now, waitNanos)) {
        passedOver.increment();
        return place;
      }
    }
    passedOver.increment();
    return BlockPlacement.NOBODY;
  }

  /** Copies the bytes of an answer, if they match the block, and releases them. */
  private int taken(
      Block block,
      BlockPermit permit,
      ReadCachedBlockRequest request,
      @Nullable Answer<DataChunk> answer,
      Endpoint member,
      ByteBuffer into) {
    if (answer instanceof Answer.Done<DataChunk> done) {
      Payload payload = done.result().payload();
      try {
        int length = payload.length();
        if (length == request.length()
            && length <= into.remaining()
            && payload.crc() == done.result().crc()) {
          ByteBuffer target = into.duplicate();
          for (ByteBuffer bytes : payload.buffers()) {
            target.put(bytes);
          }
          hits.increment();
          hitBytes.add(length);
          return length;
        }
      } finally {
        payload.release();
      }
    } else if (answer instanceof Answer.Failed<DataChunk> failed) {
      if (failed.code() == ErrorCode.EACCES) {
        permits.refused(block, permit);
      } else if (failed.code() == ErrorCode.EOPNOTSUPP) {
        health.failed(member, clock.nanos(), clock.nanos());
      }
    }
    misses.increment();
    return MISS;
  }

  Statistics statistics() {
    return new Statistics(hits.sum(), hitBytes.sum(), misses.sum(), passedOver.sum());
  }

  /**
   * Counters of a client's reads from the cache group.
   *
   * @param hits blocks from members of the group
   * @param bytes of these
   * @param misses blocks that were then read from their volume
   * @param passedOver how often a member was skipped because it had not answered before
   */
  record Statistics(long hits, long bytes, long misses, long passedOver) {}
}
