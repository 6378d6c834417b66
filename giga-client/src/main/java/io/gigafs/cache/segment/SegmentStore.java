package io.gigafs.cache.segment;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.CacheStore.StoreUsage;
import io.gigafs.cache.PinnedBlocks;
import io.gigafs.cache.PinnedBlocks.PinnedBlock;
import io.gigafs.cache.file.PositionedFile.FileOpener;
import io.gigafs.rpc.Clock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Blocks in segment files of a local directory, used by one process at a time. Safe for use by
 * several threads. It has no threads of its own, so a put that needs room makes it.
 *
 * <p>Bytes are read and written through the page cache, and the kernel writes them to disk; nothing
 * is synced. So blocks survive a normal end and, except for the last ones, a kill of the process.
 * Checksums detect what a failure of the machine loses.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>The checksum of a returned block was verified in this process: when it was put, or before
 *       it was returned for the first time.
 *   <li>A removed or replaced block, or an old generation of one, does not reappear after the call
 *       returned, even if the process is killed.
 *   <li>A kill loses other blocks only if they are among the last 4 MiB, or about 500, that were
 *       put.
 *   <li>After {@link #put} failed or returned false, the key has no block.
 * </ol>
 *
 * <p>A full disk costs blocks: puts return false where no older segment can be overwritten. An
 * unreadable block is removed, like a damaged one.
 */
public final class SegmentStore implements CacheStore, PinnedBlocks {
  /** The approximate memory of an empty store. */
  private static final long FIXED_BYTES = 1 << 20;

  private static final int BYTES_PER_INDEXED_BLOCK = 72;
  private static final int MAX_INDEX_RECLAIMS = 4;

  /**
   * The maximum number of locations that one put tries, because a segment may be retired meanwhile.
   */
  private static final int MAX_PLACES = 3;

  private final SegmentSettings settings;
  private final StoreDirectory directory;
  private final StoreEvents events;
  private final KeyPool keys = new KeyPool();
  private final BlockBytes bytes = new BlockBytes();
  private final IndexLog log;
  private final BlockIndex index;
  private final SegmentPool pool;
  private volatile boolean isClosed;

  private SegmentStore(
      SegmentSettings settings, StoreDirectory directory, FileOpener opener, Clock clock)
      throws IOException {
    this.settings = settings;
    this.directory = directory;
    this.events = new StoreEvents(directory.path(), clock);
    this.log = IndexLog.open(directory.path(), opener, settings);
    this.index = new BlockIndex(log);
    try {
      StoreLoader.Loaded loaded =
          new StoreLoader(settings, directory, opener, index, keys).load(log);
      this.pool = new SegmentPool(settings, directory, opener, index, bytes, events, clock, loaded);
    } catch (IOException | RuntimeException e) {
      log.close();
      throw e;
    }
  }

  /**
   * Opens the store of a directory, and creates it if missing.
   *
   * @param clock limits the rate of warnings
   * @throws IOException if the directory is in use by another process, has other contents or
   *     another version, or cannot be read or written
   */
  public static SegmentStore open(SegmentSettings settings, Clock clock) throws IOException {
    return open(settings, clock, FileChannel::open);
  }

  static SegmentStore open(SegmentSettings settings, Clock clock, FileOpener opener)
      throws IOException {
    StoreDirectory directory = StoreDirectory.open(settings.directory());
    try {
      return new SegmentStore(settings, directory, opener, clock);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  @Override
  public boolean put(BlockKey key, ByteBuffer from, int crc) throws IOException {
    return put(key, new ByteBuffer[] {from}, new CRC32C(), crc);
  }

  @Override
  public boolean put(BlockKey key, ByteBuffer[] parts, CRC32C sum) throws IOException {
    return put(key, parts, sum, null);
  }

  private boolean put(BlockKey key, ByteBuffer[] parts, CRC32C sum, @Nullable Integer crc)
      throws IOException {
    int length = 0;
    for (ByteBuffer part : parts) {
      length = Math.addExact(length, part.remaining());
    }
    if (length > MAX_BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "a block has at most " + MAX_BLOCK_BYTES + " bytes, not " + length);
    }
    checkOpen();
    if (append(key, parts, length, sum, crc)) {
      return true;
    }
    forget(key);
    return false;
  }

  private void forget(BlockKey key) {
    Block block = index.remove(key);
    if (block != null && flush()) {
      pool.release(block);
    }
  }

  private boolean append(
      BlockKey key, ByteBuffer[] parts, int length, CRC32C sum, @Nullable Integer crc)
      throws IOException {
    if (log.isFull() && !flush()) {
      return false;
    }
    if (!hasRoomInIndex()) {
      return false;
    }
    for (int i = 0; i < MAX_PLACES; i++) {
      SegmentPool.Place place = pool.reserve(key.key(), length);
      if (place == null) {
        return false;
      }
      BlockIndex.Added added = write(key, parts, length, sum, crc, place);
      if (added.isThere()) {
        flushIfDue(added.replaced());
        return true;
      }
      if (!place.segment().isRetired()) {
        return false;
      }
    }
    return false;
  }

  private BlockIndex.Added write(
      BlockKey key,
      ByteBuffer[] parts,
      int length,
      CRC32C sum,
      @Nullable Integer crc,
      SegmentPool.Place place)
      throws IOException {
    Segment segment = place.segment();
    BlockIndex.Added added = BlockIndex.Added.NOT;
    boolean isWhole;
    try {
      Block block =
          new Block(
              keys.shared(key.key()),
              key.generation(),
              key.index(),
              segment,
              place.offset(),
              length);
      bytes.write(block, parts, sum);
      isWhole = crc == null || block.crc == crc;
      pool.written();
      if (isWhole) {
        block.isVerified = true;
        if (place.isReused()) {
          block.setYounger();
        }
        added = index.add(block);
      }
    } catch (IOException e) {
      checkOpen();
      pool.writeFailed(segment, e);
      return added;
    } finally {
      pool.unpin(segment);
    }
    if (!isWhole) {
      forget(key);
      throw new IOException("the bytes of " + key + " do not have their checksum; not cached");
    }
    return added;
  }

  private boolean hasRoomInIndex() {
    for (int i = 0; index.linked() >= settings.maxBlocks(); i++) {
      if (i == MAX_INDEX_RECLAIMS || !pool.reclaimOne()) {
        return false;
      }
    }
    return true;
  }

  private void flushIfDue(@Nullable Block replaced) {
    if (replaced != null) {
      if (flush()) {
        pool.release(replaced);
      }
    } else if (log.isFlushDue()) {
      try {
        log.tryFlush(index);
      } catch (IOException e) {
        flush();
      }
    }
  }

  /** Writes the log, for which a segment is dropped if necessary; returns whether it is written. */
  private boolean flush() {
    try {
      try {
        log.flush(index);
      } catch (IOException e) {
        if (!pool.dropOldest()) {
          throw e;
        }
        log.flush(index);
      }
      return true;
    } catch (IOException e) {
      events.logFailed(e);
      return false;
    }
  }

  @Override
  public int get(BlockKey key, int from, ByteBuffer into) throws IOException {
    if (from < 0) {
      throw new IllegalArgumentException("offset " + from + " in a block is negative");
    }
    return get(key, from, new ByteBuffer[] {into});
  }

  @Override
  public int get(BlockKey key, ByteBuffer[] into) throws IOException {
    return get(key, 0, into);
  }

  private int get(BlockKey key, int from, ByteBuffer[] into) throws IOException {
    checkOpen();
    Block block = findPinned(key);
    if (block == null) {
      return MISS;
    }
    long room = 0;
    int[] starts = new int[into.length];
    for (int i = 0; i < into.length; i++) {
      room += into[i].remaining();
      starts[i] = into[i].position();
    }
    try {
      int count = (int) Math.min(room, Math.max(0, block.length - from));
      if (read(block, from, count, into)) {
        block.countRead(from, count);
        return count;
      }
      discard(block, "its bytes do not have their checksum");
    } catch (IOException e) {
      checkOpen();
      discard(block, "it cannot be read (" + e + ")");
    } finally {
      pool.unpin(block);
    }
    for (int i = 0; i < into.length; i++) {
      into[i].position(starts[i]);
    }
    return MISS;
  }

  /** The block of a key, pinned. */
  private @Nullable Block findPinned(BlockKey key) {
    Block block = index.find(key);
    while (block != null && !pool.pin(block)) {
      Block other = index.find(key);
      block = other == block ? null : other;
    }
    return block;
  }

  private boolean read(Block block, int from, int count, ByteBuffer[] into) throws IOException {
    if (block.isVerified) {
      bytes.read(block, from, count, into);
      return true;
    }
    if (count == block.length) {
      block.isVerified = bytes.readVerified(block, into);
    } else if (verify(block)) {
      bytes.read(block, from, count, into);
    }
    return block.isVerified;
  }

  private boolean verify(Block block) throws IOException {
    if (!block.isVerified) {
      block.isVerified = bytes.verify(block);
    }
    return block.isVerified;
  }

  private void discard(Block block, String why) {
    if (index.remove(block)) {
      events.damaged(block, why);
      flush();
    }
  }

  @Override
  public @Nullable PinnedBlock pin(BlockKey key) throws IOException {
    checkOpen();
    Block block = findPinned(key);
    if (block == null) {
      return null;
    }
    boolean isPinned = false;
    try {
      if (verify(block)) {
        FileChannel channel = block.segment.file().bytes().shared();
        block.countRead(0, block.length);
        isPinned = true;
        return new PinnedPlace(pool, block, channel);
      }
      discard(block, "its bytes do not have their checksum");
    } catch (IOException e) {
      checkOpen();
      discard(block, "it cannot be read (" + e + ")");
    } finally {
      if (!isPinned) {
        pool.unpin(block);
      }
    }
    return null;
  }

  @Override
  public boolean contains(BlockKey key) throws IOException {
    checkOpen();
    return index.find(key) != null;
  }

  @Override
  public void remove(BlockKey key) throws IOException {
    checkOpen();
    Block block = index.remove(key);
    if (block != null) {
      save();
      pool.release(block);
    }
  }

  @Override
  public void setGeneration(BlockKey key, long generation) throws IOException {
    checkOpen();
    if (key.generation() != generation && index.setGeneration(key, generation)) {
      save();
    }
  }

  @Override
  public void scan(Consumer<StoredBlock> visitor) throws IOException {
    for (int i = 0; i < BlockIndex.STRIPES; i++) {
      checkOpen();
      List<Block> found = index.blocks(i);
      for (Block block : found) {
        visitor.accept(new StoredBlock(block.blockKey(), block.length));
      }
    }
  }

  @Override
  public StoreUsage usage() throws IOException {
    checkOpen();
    return new StoreUsage(
        index.blocks(),
        index.bytes(),
        settings.capacityBytes(),
        FIXED_BYTES + bytes.memoryBytes() + index.linked() * BYTES_PER_INDEXED_BLOCK,
        pool.fileBytes() + log.diskBytes(),
        events.evictions(),
        events.damaged());
  }

  @Override
  public void save() throws IOException {
    checkOpen();
    if (!flush()) {
      throw unsaved();
    }
  }

  /** Saves, and closes the files. Other calls, and pinned blocks, must have ended, or they fail. */
  @Override
  public synchronized void close() throws IOException {
    if (isClosed) {
      return;
    }
    boolean isSaved = flush();
    isClosed = true;
    try (directory;
        pool;
        log) {
      if (!isSaved) {
        throw unsaved();
      }
    }
  }

  private IOException unsaved() {
    return new IOException(
        "the index of the block cache in "
            + directory.path()
            + " cannot be written; see the log, and make room on its disk");
  }

  private void checkOpen() throws IOException {
    if (isClosed) {
      throw new IOException("the block cache in " + directory.path() + " is closed");
    }
  }

  /**
   * Interns recently used keys, so that the blocks of a value share one. A key may displace
   * another, which costs only memory. Safe for use by several threads.
   */
  static final class KeyPool {
    private static final int PLACES = 1 << 12;

    private final AtomicReferenceArray<@Nullable CacheKey> places =
        new AtomicReferenceArray<>(PLACES);

    /** An equal key, usually the one returned before. */
    CacheKey shared(CacheKey key) {
      int place = BlockIndex.mix(key.hashCode()) & PLACES - 1;
      CacheKey known = places.get(place);
      if (known != null && known.equals(key)) {
        return known;
      }
      places.set(place, key);
      return key;
    }
  }
}
