package io.gigafs.cache.segment;

import io.gigafs.cache.CacheKey;
import io.gigafs.cache.file.PositionedFile;
import io.gigafs.cache.file.PositionedFile.FileOpener;
import io.gigafs.rpc.Clock;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a store: assigns locations to new blocks, and reclaims a segment when there is no
 * room. Safe for use by several threads. Only threads that need another segment wait for each
 * other; readers never wait.
 *
 * <p>Segments are reclaimed in the order in which they were filled, except that those without
 * blocks come first. A segment that is mostly hot is requeued once as it is. From any other segment
 * the hot blocks are reinserted: copied to separate segments, which so stay mostly hot.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>The files do not exceed the capacity.
 *   <li>A file has at most one segment that is not retired.
 *   <li>A header that marks a file as free is written before the index loses blocks of the file
 *       without a record in the log. A header with a new sequence is written before any byte of a
 *       new block.
 * </ol>
 */
final class SegmentPool implements Closeable {
  /**
   * A location for a block; its segment is pinned.
   *
   * @param isReused whether another block had it, in a segment that may be old
   */
  record Place(Segment segment, int offset, boolean isReused) {}

  /**
   * Limits the total number of blocks in the segments that one call examines, and so its duration.
   */
  private static final int MAX_WALKED_BLOCKS = 1 << 20;

  /** The maximum per call, because pinned or mostly reinserted segments yield no room. */
  private static final int MAX_RECLAIMED = 4;

  /** After this many consecutive failures writes pause, because each may cost a segment. */
  private static final int MAX_FAILURES = 3;

  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Clock clock;
  private final SegmentSettings settings;
  private final StoreDirectory directory;
  private final FileOpener opener;
  private final BlockIndex index;
  private final BlockBytes bytes;
  private final StoreEvents events;

  /** The segment for new blocks. */
  private final AtomicReference<@Nullable Segment> active;

  /** The segment for hot blocks of reclaimed segments. */
  private final AtomicReference<@Nullable Segment> activeHot = new AtomicReference<>();

  private final FreedPlaces freed = new FreedPlaces();

  /** Files without a segment; unpinning adds to it. */
  private final Queue<SegmentFile> free = new ConcurrentLinkedQueue<>();

  /** All files. */
  private final Set<SegmentFile> files = ConcurrentHashMap.newKeySet();

  private final AtomicLong fileBytes = new AtomicLong();

  /** Guards the fields below; held while a segment is reclaimed. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Deque<Segment> full = new ArrayDeque<>();
  private long nextSequence;
  private int nextNumber;

  /** Failed writes since the last successful one. */
  private final AtomicInteger failures = new AtomicInteger();

  /** When files may be extended again after a full disk; only valid after failures. */
  private volatile long retryAtNanos;

  private volatile boolean isClosed;

  SegmentPool(
      SegmentSettings settings,
      StoreDirectory directory,
      FileOpener opener,
      BlockIndex index,
      BlockBytes bytes,
      StoreEvents events,
      Clock clock,
      StoreLoader.Loaded loaded) {
    this.clock = clock;
    this.settings = settings;
    this.directory = directory;
    this.opener = opener;
    this.index = index;
    this.bytes = bytes;
    this.events = events;
    this.nextSequence = loaded.maxSequence() + 1;
    this.nextNumber = loaded.maxNumber() + 1;
    free.addAll(loaded.free());
    full.addAll(loaded.full());
    this.active = new AtomicReference<>(loaded.active());
    files.addAll(loaded.files());
    files.forEach(file -> fileBytes.addAndGet(file.limit()));
  }

  /** A location for the bytes of a block and its header; null if there is no room. */
  @Nullable Place reserve(CacheKey key, int length) {
    if (failures.get() >= MAX_FAILURES && !mayGrow()) {
      return null;
    }
    // Small blocks have no reusable locations, so they need not wait for that lock.
    Place place =
        BlockHeader.isLarge(length) ? freed.take(BlockHeader.takenBytes(key, length)) : null;
    return place == null ? reserve(active, key, length) : place;
  }

  private @Nullable Place reserve(
      AtomicReference<@Nullable Segment> stream, CacheKey key, int length) {
    if (BlockHeader.takenBytes(key, length) > settings.maxBlockBytes()) {
      return null;
    }
    while (true) {
      Segment segment = stream.get();
      if (segment != null && segment.pin()) {
        int offset = segment.reserve(key, length);
        if (offset >= 0) {
          return new Place(segment, offset, false);
        }
        unpin(segment);
      }
      if (!roll(stream, segment)) {
        return null;
      }
    }
  }

  /** Starts a new active segment, unless another thread did; false if there is none. */
  private boolean roll(AtomicReference<@Nullable Segment> stream, @Nullable Segment seen) {
    lock.lock();
    try {
      if (stream.get() != seen) {
        return true;
      }
      Segment next = begin();
      if (next == null && stream == active) {
        reclaimAhead();
        next = begin();
      }
      if (next == null) {
        return false;
      }
      if (seen != null) {
        setFull(seen);
      }
      stream.set(next);
      if (stream == active) {
        reclaimAhead();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void setFull(Segment segment) {
    segment.fill();
    full.addLast(segment);
  }

  /**
   * Makes room for the next segment, and for one of reinserted blocks, in advance. Other threads
   * continue with the active segment.
   */
  private void reclaimAhead() {
    int attempts = MAX_RECLAIMED;
    while (available() < 2 && attempts > 0 && reclaim()) {
      attempts--;
    }
  }

  private @Nullable Segment begin() {
    if (free.isEmpty()) {
      reclaimDead();
    }
    SegmentFile file = free.poll();
    if (file == null) {
      file = grow();
    }
    if (file == null) {
      return null;
    }
    try {
      return file.begin(nextSequence++);
    } catch (IOException e) {
      writeFailed(e);
      drop(file);
      return null;
    }
  }

  /** How many segments can be started. */
  private long available() {
    long growth = (settings.capacityBytes() - fileBytes.get()) / settings.segmentBytes();
    return free.size() + (mayGrow() ? growth : 0);
  }

  private @Nullable SegmentFile grow() {
    if (!mayGrow() || settings.capacityBytes() - fileBytes.get() < settings.segmentBytes()) {
      return null;
    }
    try {
      int number = nextNumber++;
      SegmentFile file =
          new SegmentFile(
              number,
              (int) settings.segmentBytes(),
              PositionedFile.open(directory.segment(number), opener));
      files.add(file);
      fileBytes.addAndGet(file.limit());
      return file;
    } catch (IOException e) {
      writeFailed(e);
      return null;
    }
  }

  private boolean mayGrow() {
    return failures.get() == 0 || clock.nanos() - retryAtNanos >= 0;
  }

  private void writeFailed(IOException e) {
    retryAtNanos = clock.nanos() + RETRY_NANOS;
    failures.incrementAndGet();
    events.writeFailed(e);
  }

  /** A block was written. */
  void written() {
    if (failures.get() >= MAX_FAILURES) {
      failures.set(1);
    } else if (failures.get() != 0 && clock.nanos() - retryAtNanos >= 0) {
      failures.set(0);
    }
  }

  /** A block could not be written: its segment accepts no more. */
  void writeFailed(Segment segment, IOException e) {
    segment.setFailed();
    writeFailed(e);
  }

  /**
   * Makes the location of a block reusable. The index no longer has the block, and the log has a
   * record of that, so no later process takes the next block's bytes for it.
   */
  void release(Block block) {
    if (block.release()) {
      freed.add(block);
    }
  }

  /** Pins a block and its segment; false if its location is released, or the segment retired. */
  boolean pin(Block block) {
    if (!block.segment.pin()) {
      return false;
    }
    if (block.pin()) {
      return true;
    }
    unpin(block.segment);
    return false;
  }

  /** Ends a pin of a block and its segment. */
  void unpin(Block block) {
    if (block.unpin()) {
      freed.add(block);
    }
    unpin(block.segment);
  }

  /** Ends a pin. */
  void unpin(Segment segment) {
    if (segment.unpin()) {
      release(segment);
    }
  }

  /** A pin that ends after the close changes nothing: another process may have the file. */
  private void release(Segment segment) {
    if (isClosed) {
      return;
    }
    if (segment.hasFailed()) {
      drop(segment.file());
      return;
    }
    try {
      if (segment.hasSmallBlocks()) {
        segment.file().clear();
      }
      free.add(segment.file());
    } catch (IOException e) {
      events.writeFailed(e);
      drop(segment.file());
    }
  }

  /** Deletes a file: the disk has no room for all of it, or its space is needed elsewhere. */
  private void drop(SegmentFile file) {
    files.remove(file);
    fileBytes.addAndGet(-file.limit());
    try {
      file.delete();
    } catch (IOException e) {
      events.writeFailed(e);
    }
  }

  /** Reclaims a segment to free memory of the index. */
  boolean reclaimOne() {
    lock.lock();
    try {
      Segment segment = active.get();
      if (full.isEmpty() && segment != null) {
        active.set(null);
        setFull(segment);
      }
      return reclaim();
    } finally {
      lock.unlock();
    }
  }

  /** Deletes the oldest segment, so that the disk has room for the log. */
  boolean dropOldest() {
    lock.lock();
    try {
      Segment segment = full.pollFirst();
      if (segment == null) {
        return false;
      }
      retryAtNanos = clock.nanos() + RETRY_NANOS;
      failures.compareAndSet(0, 1);
      segment.setFailed();
      return retire(segment);
    } finally {
      lock.unlock();
    }
  }

  private boolean reclaim() {
    if (reclaimDead()) {
      return true;
    }
    Segment victim = choose();
    if (victim == null) {
      return false;
    }
    reinsertHot(victim);
    return retire(victim);
  }

  /** Reclaims a segment without blocks: its pages are in memory, unlike those of a new file. */
  private boolean reclaimDead() {
    for (Iterator<Segment> all = full.iterator(); all.hasNext(); ) {
      Segment segment = all.next();
      if (segment.isDead()) {
        all.remove();
        return retire(segment);
      }
    }
    return false;
  }

  private @Nullable Segment choose() {
    int walked = 0;
    for (int i = full.size(); i > 1 && walked < MAX_WALKED_BLOCKS; i--) {
      Segment oldest = full.element();
      walked += oldest.blockCount();
      if (oldest.hotBytes() <= oldest.limit() / 2) {
        break;
      }
      oldest.cool();
      full.addLast(full.remove());
    }
    return full.poll();
  }

  private void reinsertHot(Segment victim) {
    int left = victim.limit() / 2;
    for (Block block = victim.blocks(); block != null; block = block.nextInSegment) {
      if (!block.isRemoved && block.isHot() && block.takenBytes() <= left && block.pin()) {
        left -= block.takenBytes();
        boolean isDone = reinsert(block);
        if (block.unpin()) {
          freed.add(block);
        }
        if (!isDone) {
          return;
        }
      }
    }
  }

  /** Copies a block; false if there is no room for reinserted blocks. */
  private boolean reinsert(Block block) {
    Place place = reserve(activeHot, block.key, block.length);
    if (place == null) {
      return false;
    }
    Block copy =
        new Block(
            block.key,
            block.generation,
            block.index,
            place.segment(),
            place.offset(),
            block.length,
            block.crc);
    try {
      if (bytes.copy(block, copy)) {
        copy.isVerified = true;
        copy.inheritHits(block);
        index.replace(block, copy);
      } else if (index.remove(block)) {
        events.damaged(block, "its bytes do not have their checksum");
      }
      return true;
    } catch (IOException e) {
      writeFailed(place.segment(), e);
      return false;
    } finally {
      unpin(place.segment());
    }
  }

  /** Removes the blocks of a segment from the index, and frees its file. */
  private boolean retire(Segment segment) {
    try {
      segment.file().setFree();
    } catch (IOException e) {
      events.writeFailed(e);
      full.addFirst(segment);
      return false;
    }
    boolean isUnpinned = segment.retire();
    freed.forget(segment);
    for (Block block = segment.blocks(); block != null; block = block.nextInSegment) {
      if (index.evict(block)) {
        events.evicted();
      }
    }
    if (isUnpinned) {
      release(segment);
    }
    return true;
  }

  /** The maximum size of the files. */
  long fileBytes() {
    return fileBytes.get();
  }

  @Override
  public void close() throws IOException {
    isClosed = true;
    IOException failure = null;
    for (SegmentFile file : files) {
      try {
        file.close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
