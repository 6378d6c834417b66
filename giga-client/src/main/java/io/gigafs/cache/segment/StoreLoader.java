package io.gigafs.cache.segment;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import io.gigafs.cache.file.PositionedFile;
import io.gigafs.cache.file.PositionedFile.FileOpener;
import io.gigafs.cache.segment.SegmentStore.KeyPool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the index of a store: reads the headers of the segment files and the log, but no bytes of
 * blocks. Used once, by one thread.
 *
 * <p>A record is valid only if a file has its sequence; otherwise its bytes were overwritten, or
 * may be.
 */
final class StoreLoader implements LogReader.Visitor {
  private static final Logger LOG = LoggerFactory.getLogger(StoreLoader.class);

  private final SegmentSettings settings;
  private final StoreDirectory directory;
  private final FileOpener opener;
  private final BlockIndex index;
  private final KeyPool keys;
  private final List<SegmentFile> files = new ArrayList<>();
  private final List<SegmentFile> free = new ArrayList<>();
  private final Long2ObjectHashMap<Segment> segments = new Long2ObjectHashMap<>();
  private long maxSequence;
  private int maxNumber = -1;

  StoreLoader(
      SegmentSettings settings,
      StoreDirectory directory,
      FileOpener opener,
      BlockIndex index,
      KeyPool keys) {
    this.settings = settings;
    this.directory = directory;
    this.opener = opener;
    this.index = index;
    this.keys = keys;
  }

  /** Fills the index, and starts recording changes in the log. */
  Loaded load(IndexLog log) throws IOException {
    boolean isLoaded = false;
    try {
      readHeaders();
      readLog(log);
      Loaded loaded = sort();
      isLoaded = true;
      return loaded;
    } finally {
      if (!isLoaded) {
        closeFiles();
      }
    }
  }

  private void closeFiles() {
    for (SegmentFile file : files) {
      try {
        file.close();
      } catch (IOException e) {
        LOG.debug("A segment file is not closed", e);
      }
    }
  }

  private void readHeaders() throws IOException {
    for (Map.Entry<Integer, Path> found : directory.segments().entrySet()) {
      maxNumber = Math.max(maxNumber, found.getKey());
      PositionedFile bytes = PositionedFile.open(found.getValue(), opener);
      SegmentHeader header;
      try {
        header = SegmentFile.readHeader(bytes);
      } catch (IOException e) {
        LOG.warn("{} cannot be read; its blocks are lost", found.getValue(), e);
        header = SegmentHeader.NONE;
      }
      if (header.limit() <= SegmentHeader.BYTES) {
        bytes.close();
        Files.delete(found.getValue());
        continue;
      }
      SegmentFile file = new SegmentFile(found.getKey(), header.limit(), bytes);
      files.add(file);
      if (header.sequence() == SegmentHeader.FREE) {
        free.add(file);
      } else {
        maxSequence = Math.max(maxSequence, header.sequence());
        segments.put(header.sequence(), new Segment(file, header.sequence()));
      }
    }
  }

  private void readLog(IndexLog log) throws IOException {
    LogReader reader = new LogReader(log.file());
    index.expect(Math.min(log.file().size() / LogFrame.TYPICAL_RECORD_BYTES, settings.maxBlocks()));
    if (reader.readAll(this)) {
      log.start(reader.end(), index.blocks());
      return;
    }
    LOG.warn(
        "The index of the block cache in {} is damaged at byte {}; the cache starts empty",
        directory.path(),
        reader.end());
    for (Segment segment : segments.values()) {
      evict(segment);
    }
    log.start(0, 0);
  }

  private void evict(Segment segment) {
    segment.retire();
    for (Block block = segment.blocks(); block != null; block = block.nextInSegment) {
      index.evict(block);
    }
  }

  @Override
  public void added(
      CacheKey key, long generation, int number, long sequence, int offset, int length, int crc) {
    maxSequence = Math.max(maxSequence, sequence);
    Segment segment = segments.get(sequence);
    long end = (long) offset + BlockHeader.takenBytes(key, length);
    if (segment == null || end > segment.limit()) {
      removed(key, generation, number);
      return;
    }
    segment.keepUpTo((int) end);
    Block block = new Block(keys.shared(key), generation, number, segment, offset, length, crc);
    block.setPassed();
    index.add(block);
  }

  @Override
  public void removed(CacheKey key, long generation, int number) {
    index.remove(new BlockKey(key, generation, number));
  }

  private Loaded sort() throws IOException {
    List<Segment> used = new ArrayList<>(segments.values());
    used.sort(Comparator.comparingLong(Segment::sequence));
    used.removeIf(this::isFreed);
    fit(used);
    Segment active = used.isEmpty() ? null : used.remove(used.size() - 1);
    used.forEach(Segment::fill);
    return new Loaded(files, free, used, active, maxSequence, maxNumber);
  }

  private boolean isFreed(Segment segment) {
    if (!segment.isDead()) {
      return false;
    }
    evict(segment);
    free.add(segment.file());
    return true;
  }

  /** Deletes files beyond the configured capacity. */
  private void fit(List<Segment> used) throws IOException {
    long bytes = files.stream().mapToLong(SegmentFile::limit).sum();
    while (bytes > settings.capacityBytes()) {
      @Nullable SegmentFile surplus = null;
      if (free.isEmpty()) {
        Segment oldest = used.remove(0);
        evict(oldest);
        surplus = oldest.file();
      } else {
        surplus = free.remove(free.size() - 1);
      }
      files.remove(surplus);
      bytes -= surplus.limit();
      surplus.delete();
    }
  }

  /**
   * The segments of a newly opened store.
   *
   * @param files all
   * @param free files without a segment
   * @param full segments in the order in which they were started
   * @param active the newest, if it has room
   * @param maxSequence the highest one in use
   * @param maxNumber the highest file number
   */
  record Loaded(
      List<SegmentFile> files,
      List<SegmentFile> free,
      List<Segment> full,
      @Nullable Segment active,
      long maxSequence,
      int maxNumber) {}
}
