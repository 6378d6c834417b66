package io.gigafs.server.data;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheGroup;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.CacheStore.StoreUsage;
import io.gigafs.cache.ObjectKeys;
import io.gigafs.cache.PinnedBlocks;
import io.gigafs.cache.PinnedBlocks.PinnedBlock;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.cache.BlockPermit;
import io.gigafs.protocol.cache.ReadCachedBlockRequest;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.RateLimitedLog;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The blocks that a server holds for the cache group. Thread-safe.
 *
 * <p>A cached block is sent from the store's file. Any other block is read from the volume, on the
 * volume's threads, and then cached. A failure of that is answered so that the client reads from
 * the volume; it is never an error of the program.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A block is served only with a permit of the client and its caller for that content ({@link
 *       Permits}).
 *   <li>Only one fill at a time reads a block from its volume, regardless of the number of
 *       requests. The next fill begins after the bytes are in the store, or were refused there.
 *   <li>Blocks that are cached under a generation were read from the object, newly opened, after a
 *       permit of that generation was issued, and have the length that follows from the permit's
 *       size. So they are of that content, or of a later one that never gets this generation: no
 *       client that follows the servers reads older bytes than it may.
 *   <li>A volume that does not answer occupies {@link #MAX_FILLS_PER_VOLUME} fills and their
 *       waiting clients until their deadlines; other requests are refused at once.
 * </ol>
 */
public final class GroupCache {
  /** Maximum number of fills of one volume, including those that wait for one of its threads. */
  static final int MAX_FILLS_PER_VOLUME = 64;

  private static final Logger LOG = LoggerFactory.getLogger(GroupCache.class);
  private static final StoreUsage NOTHING = new StoreUsage(0, 0, 0, 0, 0, 0, 0);

  private final CurrentView view;
  private final ServerVolumes volumes;
  private final Permits permits;
  private final Resources resources;
  private final @Nullable CacheStore store;
  private final Clock clock;
  private final Map<BlockKey, SharedFill> fills = new ConcurrentHashMap<>();
  private final Map<Integer, AtomicInteger> fillsOfVolumes = new ConcurrentHashMap<>();
  private volatile CacheGroup group;

  private final LongAdder hits = new LongAdder();
  private final LongAdder hitBytes = new LongAdder();
  private final LongAdder fillsBegun = new LongAdder();
  private final LongAdder fillBytes = new LongAdder();
  private final LongAdder joined = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final RateLimitedLog warnings;

  /**
   * Resources of a server's part in the cache group; injected, so that tests control store and
   * threads.
   *
   * @param secret of the cluster's servers
   * @param store of the blocks that this server holds; null if it holds none
   * @param io runs lookups of blocks, which may wait for the store's disk
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  public record Resources(byte[] secret, @Nullable CacheStore store, Executor io) {}

  /** A member of the group, or a server that has no cache. */
  public GroupCache(
      CurrentView view, ServerVolumes volumes, Permits permits, Resources resources, Clock clock) {
    this.view = view;
    this.volumes = volumes;
    this.permits = permits;
    this.resources = resources;
    this.store = resources.store();
    this.clock = clock;
    this.group = CacheGroup.of(view.get());
    this.warnings = new RateLimitedLog(LOG, clock, 1);
  }

  /** Answers READ_CACHED_BLOCK. */
  public void read(ReadCachedBlockRequest request, Exchange<DataChunk> exchange) {
    CacheStore blocks = store;
    BlockPermit permit = request.permit();
    if (blocks == null) {
      refuse(exchange, ErrorCode.EOPNOTSUPP, "the server has no cache");
    } else if (!permits.isValid(permit, exchange.peer().clientId(), request.caller().uid())) {
      refuse(exchange, ErrorCode.EACCES, "the permit has expired, or is another client's");
    } else if (permit.location().isReserved()) {
      refuse(exchange, ErrorCode.EPERM, "no file's object has this path");
    } else if (isBehind(request)) {
      exchange.answer(new Answer.Moved<>(view.get()));
    } else {
      try {
        resources.io().execute(() -> lookUp(blocks, keyOf(request), request, exchange));
      } catch (RejectedExecutionException e) {
        refuse(exchange, ErrorCode.EBUSY, "the server is stopping");
      }
    }
  }

  /** Whether the client uses an older view with other members. */
  private boolean isBehind(ReadCachedBlockRequest request) {
    CacheGroup known = group;
    if (known.epoch() != view.get().epoch()) {
      known = CacheGroup.of(view.get());
      group = known;
    }
    return request.placement() != known.placement().fingerprint()
        && request.epoch() < known.epoch();
  }

  private BlockKey keyOf(ReadCachedBlockRequest request) {
    BlockPermit permit = request.permit();
    return new BlockKey(
        ObjectKeys.of(
            view.get().clusterId(),
            permit.location().volume(),
            permit.location().path(),
            request.blockBytes()),
        permit.generation(),
        request.index());
  }

  private void lookUp(
      CacheStore blocks,
      BlockKey key,
      ReadCachedBlockRequest request,
      Exchange<DataChunk> exchange) {
    DataChunk found = find(blocks, key, request.length());
    if (found != null) {
      hit(found, exchange);
      return;
    }
    SharedFill mine = null;
    boolean isWaiting = false;
    while (!isWaiting) {
      SharedFill known = fills.get(key);
      if (known == null) {
        mine = new SharedFill(request.permit().location().volume(), exchange);
        isWaiting = fills.putIfAbsent(key, mine) == null;
      } else {
        mine = null;
        isWaiting = known.join(exchange);
        if (!isWaiting) {
          fills.remove(key, known);
        }
      }
    }
    if (mine == null) {
      joined.increment();
    } else {
      begin(mine, blocks, key, request);
    }
  }

  private void hit(DataChunk found, Exchange<DataChunk> exchange) {
    hits.increment();
    hitBytes.add(found.payload().length());
    exchange.answer(new Answer.Done<>(found));
  }

  /** The block from the store; null if it has none of this length. */
  private @Nullable DataChunk find(CacheStore blocks, BlockKey key, int length) {
    try {
      return blocks instanceof PinnedBlocks pinned
          ? pinned(blocks, pinned.pin(key), key, length)
          : copied(blocks, key, length);
    } catch (IOException | RuntimeException e) {
      failed("read", e);
      return null;
    }
  }

  private static @Nullable DataChunk pinned(
      CacheStore blocks, @Nullable PinnedBlock block, BlockKey key, int length) throws IOException {
    if (block == null) {
      return null;
    }
    if (block.length() != length) {
      block.close();
      blocks.remove(key);
      return null;
    }
    return new DataChunk(
        Payload.ofFile(block.channel(), block.position(), block.length(), block::close),
        block.crc());
  }

  private static @Nullable DataChunk copied(CacheStore blocks, BlockKey key, int length)
      throws IOException {
    if (!blocks.contains(key)) {
      return null;
    }
    Payload payload =
        Payload.read(length, (ByteBuffer into) -> Math.max(0, blocks.get(key, 0, into)));
    if (payload.length() != length) {
      payload.release();
      return null;
    }
    return new DataChunk(payload, payload.crc());
  }

  /** Begins a fill, unless the block has just been cached, or too many fills are in progress. */
  private void begin(
      SharedFill fill, CacheStore blocks, BlockKey key, ReadCachedBlockRequest request) {
    if (isThere(blocks, key)) {
      for (Exchange<DataChunk> waiting : end(fill, key)) {
        DataChunk found = find(blocks, key, request.length());
        if (found == null) {
          refuse(waiting, ErrorCode.EBUSY, "the block was evicted just now");
        } else {
          hit(found, waiting);
        }
      }
      return;
    }
    AtomicInteger underWay =
        fillsOfVolumes.computeIfAbsent(fill.volume(), volume -> new AtomicInteger());
    if (underWay.incrementAndGet() > MAX_FILLS_PER_VOLUME) {
      underWay.decrementAndGet();
      refuseAll(
          end(fill, key),
          ErrorCode.EBUSY,
          "too many blocks of volume " + fill.volume() + " are being read");
      return;
    }
    fillsBegun.increment();
    volumes
        .call(
            fill.volume(),
            volume -> {
              fill(fill, blocks, key, request, volume);
              return key;
            })
        .whenComplete(
            (done, failure) -> {
              underWay.decrementAndGet();
              refuseAll(
                  end(fill, key),
                  failure == null ? ErrorCode.ENODATA : ErrorCode.EIO,
                  failure == null
                      ? "the object has no such block"
                      : String.valueOf(Futures.cause(failure).getMessage()));
            });
  }

  private boolean isThere(CacheStore blocks, BlockKey key) {
    try {
      return blocks.contains(key);
    } catch (IOException | RuntimeException e) {
      failed("look up", e);
      return false;
    }
  }

  /**
   * Reads a block, on a thread that may wait for its volume; answers before the block is cached.
   */
  private void fill(
      SharedFill fill,
      CacheStore blocks,
      BlockKey key,
      ReadCachedBlockRequest request,
      Volume volume)
      throws VolumeException {
    Payload payload;
    try (VolumeObject object = volume.open(request.permit().location().path(), false)) {
      payload = Payload.read(request.length(), into -> object.read(request.offset(), into));
    }
    try {
      if (payload.length() != request.length()) {
        return;
      }
      fillBytes.add(payload.length());
      int crc = payload.crc();
      fill.read(payload, crc);
      keep(blocks, key, payload, crc);
    } finally {
      refuseAll(end(fill, key), ErrorCode.ENODATA, "the object has no such block");
      payload.release();
    }
  }

  private void keep(CacheStore blocks, BlockKey key, Payload payload, int crc) {
    try {
      blocks.put(key, payload.buffers()[0], crc);
    } catch (IOException | RuntimeException e) {
      failed("keep", e);
    }
  }

  /** Ends a fill: its bytes are in the store, or there are none. */
  private List<Exchange<DataChunk>> end(SharedFill fill, BlockKey key) {
    List<Exchange<DataChunk>> left = fill.end();
    fills.remove(key, fill);
    return left;
  }

  private void refuseAll(List<Exchange<DataChunk>> exchanges, ErrorCode code, String detail) {
    exchanges.forEach(exchange -> refuse(exchange, code, detail));
  }

  private void refuse(Exchange<DataChunk> exchange, ErrorCode code, String detail) {
    refused.increment();
    exchange.answer(new Answer.Failed<>(code, detail));
  }

  private void failed(String verb, Exception failure) {
    failures.increment();
    warnings.warn(
        "the cache failed to "
            + verb
            + " a block ("
            + failures.sum()
            + " failures so far); clients read from the volumes: check the disk of the cache"
            + " directory: "
            + failure);
    LOG.debug("cache failure", failure);
  }

  /** Answers requests whose deadline has passed; called about once a second. */
  public void sweep() {
    long now = clock.nanos();
    for (SharedFill fill : fills.values()) {
      refuseAll(
          fill.takeLate(now),
          ErrorCode.EBUSY,
          "volume " + fill.volume() + " has not answered in time");
    }
  }

  /** Usage of the store. */
  private StoreUsage usage() {
    CacheStore blocks = store;
    try {
      return blocks == null ? NOTHING : blocks.usage();
    } catch (IOException | RuntimeException e) {
      failed("count", e);
      return NOTHING;
    }
  }

  /** Usage and activity, by the names of counters; nothing without a cache. */
  public Map<String, Long> counts() {
    if (store == null) {
      return Map.of();
    }
    StoreUsage usage = usage();
    return Map.ofEntries(
        Map.entry("cache.capacity_bytes", usage.capacityBytes()),
        Map.entry("cache.bytes", usage.bytes()),
        Map.entry("cache.blocks", usage.blocks()),
        Map.entry("cache.evictions", usage.evictions()),
        Map.entry("cache.damaged", usage.damaged()),
        Map.entry("cache.hits", hits.sum()),
        Map.entry("cache.hit_bytes", hitBytes.sum()),
        Map.entry("cache.fills", fillsBegun.sum()),
        Map.entry("cache.fill_bytes", fillBytes.sum()),
        Map.entry("cache.joined", joined.sum()),
        Map.entry("cache.refused", refused.sum()),
        Map.entry("cache.failures", failures.sum()));
  }
}
