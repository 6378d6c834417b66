package io.gigafs.cache.segment;

import io.gigafs.cache.CacheKey;
import io.gigafs.cache.file.PositionedFile;
import io.gigafs.cache.file.PositionedFile.FileOpener;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changes of the index, in a file from which the next process loads it. Safe for use by several
 * threads.
 *
 * <p>Changes are buffered in memory and written as a frame by {@link #flush}; a kill loses
 * unflushed ones. When most of the file concerns removed blocks, it is compacted: a new file is
 * written, one stripe of the index with each flush, and then replaces the old one. Meanwhile
 * changes go to both.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A record is written only after the bytes of its block.
 *   <li>Records of one key are in the order of its changes. Those copied from the index are between
 *       the changes before and after, so loading the file yields the index.
 *   <li>The file ends with a whole frame, or with the part of a frame that a kill cut off.
 * </ol>
 */
final class IndexLog implements BlockIndex.ChangeLog, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(IndexLog.class);

  static final String FILE = "index.log";
  static final String NEW_FILE = "index.log.new";

  /** A flush is due at this many bytes of records. */
  private static final int DUE_BYTES = 32 << 10;

  /** A flush is due when the blocks of the records have this many bytes. */
  private static final long DUE_BLOCK_BYTES = 4L << 20;

  /** The log is full when this many bytes of records cannot be written. */
  private static final int MAX_PENDING_BYTES = 8 << 20;

  /** Smaller files are not compacted, except those of small stores. */
  private static final long MAX_IGNORED_BYTES = 1 << 20;

  private static final int IGNORED_SHARE = 64;

  /** How many bytes of records a flush copies, rounded up to whole stripes. */
  private static final int COPIED_BYTES = 64 << 10;

  private final Path directory;
  private final FileOpener opener;
  private final long ignoredBytes;

  /** Guards the files and their positions; held during I/O. */
  private final ReentrantLock io = new ReentrantLock();

  /** Guarded by io. */
  private PositionedFile file;

  private long end;
  private long compactAbove;
  private @Nullable Compaction compaction;

  /** Guarded by itself, as are the two fields below: held briefly, under locks of the index. */
  private final Object buffer = new Object();

  private LogFrame pending = new LogFrame();

  /** Changes that the file being written lacks. */
  private @Nullable LogFrame pendingNew;

  private long pendingBlockBytes;

  /** The frame being written, or that could not be written. Guarded by io. */
  private LogFrame writing = new LogFrame();

  private volatile boolean isRecording;

  /** A new file being written. Guarded by io. */
  private static final class Compaction {
    private final PositionedFile file;
    private LogFrame writing = new LogFrame();
    private long end;
    private int nextStripe;

    Compaction(PositionedFile file) {
      this.file = file;
    }
  }

  private IndexLog(Path directory, FileOpener opener, long ignoredBytes, PositionedFile file) {
    this.ignoredBytes = ignoredBytes;
    this.directory = directory;
    this.opener = opener;
    this.file = file;
  }

  /** Opens the log of a directory, and creates it if there is none. */
  static IndexLog open(Path directory, FileOpener opener, SegmentSettings settings)
      throws IOException {
    Files.deleteIfExists(directory.resolve(NEW_FILE));
    return new IndexLog(
        directory,
        opener,
        Math.min(MAX_IGNORED_BYTES, settings.capacityBytes() / IGNORED_SHARE),
        PositionedFile.open(directory.resolve(FILE), opener));
  }

  PositionedFile file() {
    return file;
  }

  /**
   * Starts recording changes.
   *
   * @param end of the frames in the file; anything behind is cut off
   * @param blocks how many frames' records concern existing blocks
   */
  void start(long end, long blocks) throws IOException {
    io.lock();
    try {
      if (file.size() > end) {
        file.truncate(end);
      }
      this.end = end;
      compactAbove = Math.max(ignoredBytes, 2 * blocks * LogFrame.TYPICAL_RECORD_BYTES);
      isRecording = true;
    } finally {
      io.unlock();
    }
  }

  @Override
  public void added(Block block) {
    if (isRecording) {
      synchronized (buffer) {
        pending.added(block);
        if (pendingNew != null) {
          pendingNew.added(block);
        }
        pendingBlockBytes += block.length;
      }
    }
  }

  @Override
  public void removed(CacheKey key, long generation, int index) {
    if (isRecording) {
      synchronized (buffer) {
        pending.removed(key, generation, index);
        if (pendingNew != null) {
          pendingNew.removed(key, generation, index);
        }
      }
    }
  }

  @Override
  public void moved(long oldGeneration, Block block) {
    if (isRecording) {
      synchronized (buffer) {
        removed(block.key, oldGeneration, block.index);
        added(block);
      }
    }
  }

  /** Whether the buffered changes have to be flushed. */
  boolean isFlushDue() {
    synchronized (buffer) {
      return pending.bytes() >= DUE_BYTES || pendingBlockBytes >= DUE_BLOCK_BYTES;
    }
  }

  /** Whether too many changes could not be written, so that no block may be added. */
  boolean isFull() {
    synchronized (buffer) {
      return pending.bytes() >= MAX_PENDING_BYTES;
    }
  }

  /** The size of the files. */
  long diskBytes() {
    io.lock();
    try {
      return end + (compaction == null ? 0 : compaction.end);
    } finally {
      io.unlock();
    }
  }

  /**
   * Writes the changes made before the call, and a part of a new file if a compaction is due.
   *
   * @throws IOException if they cannot be written; they stay buffered, and the next call retries
   */
  void flush(BlockIndex index) throws IOException {
    io.lock();
    try {
      flushLocked();
      compact(index);
    } finally {
      io.unlock();
    }
  }

  /** Flushes unless another thread does. */
  void tryFlush(BlockIndex index) throws IOException {
    if (io.tryLock()) {
      try {
        flushLocked();
        compact(index);
      } finally {
        io.unlock();
      }
    }
  }

  private void flushLocked() throws IOException {
    if (!writing.isEmpty()) {
      end = write(file, end, writing);
    }
    synchronized (buffer) {
      LogFrame full = pending;
      pending = writing;
      writing = full;
      pendingBlockBytes = 0;
    }
    end = write(file, end, writing);
  }

  /** Writes and clears a frame; returns the position of the next one. */
  private static long write(PositionedFile file, long at, LogFrame frame) throws IOException {
    if (frame.isEmpty()) {
      return at;
    }
    ByteBuffer bytes = frame.encode();
    long next = at + bytes.remaining();
    try {
      file.write(bytes, at);
    } catch (IOException e) {
      try {
        file.truncate(at);
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
    frame.clear();
    return next;
  }

  /** Continues or starts a compaction; abandons one whose file cannot be written. */
  private void compact(BlockIndex index) {
    Compaction now = compaction;
    try {
      if (now != null) {
        copyStripes(index, now);
      } else if (end > compactAbove) {
        begin();
      }
    } catch (IOException e) {
      LOG.warn("The index log in {} could not be compacted; retrying later", directory, e);
      giveUp();
    }
  }

  private void begin() throws IOException {
    Path path = directory.resolve(NEW_FILE);
    Files.deleteIfExists(path);
    compaction = new Compaction(PositionedFile.open(path, opener));
    synchronized (buffer) {
      pendingNew = new LogFrame();
    }
  }

  private void copyStripes(BlockIndex index, Compaction now) throws IOException {
    do {
      index.copyTo(now.nextStripe, this::copy);
      now.nextStripe++;
    } while (now.nextStripe < BlockIndex.STRIPES && pendingNewBytes() < COPIED_BYTES);
    flushNew(now);
    if (now.nextStripe == BlockIndex.STRIPES) {
      finish(now);
    }
  }

  private int pendingNewBytes() {
    synchronized (buffer) {
      return pendingNew == null ? 0 : pendingNew.bytes();
    }
  }

  private void copy(Block block) {
    synchronized (buffer) {
      LogFrame frame = pendingNew;
      if (frame != null) {
        frame.added(block);
      }
    }
  }

  private void flushNew(Compaction now) throws IOException {
    synchronized (buffer) {
      LogFrame full = pendingNew;
      if (full != null) {
        pendingNew = now.writing;
        now.writing = full;
      }
    }
    now.end = write(now.file, now.end, now.writing);
  }

  /** The new file has everything that the old one has. Later changes are pending for it. */
  private void finish(Compaction now) throws IOException {
    now.file.moveTo(directory.resolve(FILE));
    PositionedFile old = file;
    file = now.file;
    end = now.end;
    synchronized (buffer) {
      LogFrame lacking = pendingNew;
      if (lacking != null) {
        pending = lacking;
      }
      pendingNew = null;
    }
    compaction = null;
    compactAbove = Math.max(ignoredBytes, 2 * end);
    old.close();
  }

  private void giveUp() {
    Compaction now = compaction;
    if (now == null) {
      return;
    }
    synchronized (buffer) {
      pendingNew = null;
    }
    compaction = null;
    compactAbove = 2 * end;
    try {
      now.file.close();
      Files.deleteIfExists(directory.resolve(NEW_FILE));
    } catch (IOException e) {
      LOG.debug("{} remains", NEW_FILE, e);
    }
  }

  /** Closes the files. Unflushed changes are lost. */
  @Override
  public void close() throws IOException {
    io.lock();
    try {
      isRecording = false;
      giveUp();
      file.close();
    } finally {
      io.unlock();
    }
  }
}
