package io.gigafs.cache.journal;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes that are not on their volumes yet, in segment files of a directory. Safe for use by
 * several threads. Only one journal may use the directory at a time, which its owner ensures.
 *
 * <p>Writes of a file are marked as uploaded in the order in which they were appended.
 */
public final class WriteJournal implements Closeable {
  /** The size of a segment. */
  static final long SEGMENT_BYTES = 64L << 20;

  /** The subdirectory for bytes that could not be uploaded because of a conflict. */
  static final String CONFLICTS = "conflicts";

  private static final Logger LOG = LoggerFactory.getLogger(WriteJournal.class);

  /** With fewer segments, none is deleted before the oldest. */
  private static final int MAX_PINNED = 2;

  private static final String SUFFIX = ".journal";

  /** The names of segments: their number in 16 hexadecimal digits. */
  private static final String SEGMENTS = "[0-9a-f]".repeat(16) + SUFFIX;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Path directory;
  private final long maxBytes;
  private final long segmentBytes;

  /** From the oldest to the one that is appended to. Guarded by this. */
  private final Deque<JournalSegment> segments = new ArrayDeque<>();

  /** Guarded by this. */
  private List<RecoveredFile> recovered;

  /** Guarded by this. */
  private long lastNumber;

  /** Guarded by this. */
  private long lastSegment;

  /** Whether the last segment may be appended to. Guarded by this. */
  private boolean isOpen;

  /** Guarded by this. */
  private @Nullable UUID cluster;

  /** Guarded by this. */
  private boolean closed;

  private WriteJournal(Path directory, long maxBytes, long segmentBytes) {
    this.directory = directory;
    this.maxBytes = maxBytes;
    // The last segment stays until it is half full, so it must leave room for others.
    this.segmentBytes = maxBytes == 0 ? segmentBytes : Math.min(segmentBytes, maxBytes / 4);
    this.recovered = List.of();
  }

  /**
   * Opens the journal of a directory, which is created if missing, and reads its contents.
   *
   * @param maxBytes the maximum total size of its segments
   */
  public static WriteJournal open(Path directory, long maxBytes) throws IOException {
    return open(directory, maxBytes, SEGMENT_BYTES);
  }

  /** The same with short segments, for tests. */
  public static WriteJournal open(Path directory, long maxBytes, long segmentBytes)
      throws IOException {
    Files.createDirectories(directory);
    WriteJournal journal = new WriteJournal(directory, maxBytes, segmentBytes);
    try {
      journal.load();
    } catch (IOException | RuntimeException e) {
      journal.closeAll(e);
      throw e;
    }
    return journal;
  }

  private synchronized void load() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, SEGMENTS)) {
      all.forEach(files::add);
    }
    Collections.sort(files);
    JournalScan scan = new JournalScan();
    for (int i = 0; i < files.size(); i++) {
      Path file = files.get(i);
      lastSegment = numberOf(file);
      JournalSegment segment = JournalSegment.open(file);
      segments.add(segment);
      long size = segment.bytes();
      long end = scan.read(segment, size, i == files.size() - 1);
      if (end < size) {
        LOG.info("{} ends in a write that was never acknowledged, which is cut off", segment);
        segment.truncate(end);
      }
    }
    recovered = scan.recovered();
    for (JournalSegment segment : scan.damaged()) {
      setAside(segment);
    }
    lastNumber = scan.lastNumber();
    cluster = recovered.isEmpty() ? null : scan.cluster();
    sweep();
  }

  private static long numberOf(Path segment) {
    String name = String.valueOf(segment.getFileName());
    return Long.parseUnsignedLong(name.substring(0, name.length() - SUFFIX.length()), 16);
  }

  /**
   * Links a damaged segment under a second name, so that its unusable part is not deleted with it.
   */
  private void setAside(JournalSegment segment) throws IOException {
    Files.createDirectories(conflicts());
    Path target = conflicts().resolve(String.valueOf(segment.path().getFileName()));
    for (int i = 1; Files.exists(target) && !Files.isSameFile(target, segment.path()); i++) {
      target = conflicts().resolve(segment.path().getFileName() + "." + i);
    }
    if (!Files.exists(target)) {
      try {
        Files.createLink(target, segment.path());
      } catch (UnsupportedOperationException | FileSystemException e) {
        LOG.debug("{} cannot be linked and is copied", segment, e);
        Files.copy(segment.path(), target);
      }
    }
    LOG.error(
        "the damaged writeback journal {} is kept as {}: what could be read of it is uploaded; keep"
            + " the file until the files that were written last are checked, and delete it then",
        segment,
        target);
  }

  private synchronized void closeAll(Exception failure) {
    for (JournalSegment segment : segments) {
      try {
        segment.close();
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
    }
  }

  /**
   * Binds the journal to a cluster.
   *
   * @throws IOException if the journal has writes to files of another cluster
   */
  public synchronized void bind(UUID newCluster) throws IOException {
    if (maxBytes == 0 && segments.isEmpty()) {
      return;
    }
    UUID known = cluster;
    if (known != null && !known.equals(newCluster)) {
      throw new IOException(
          directory
              + " has writes to files of cluster "
              + known
              + " that are not on its volumes yet: mount that cluster with this data cache first,"
              + " or use another directory for cluster "
              + newCluster);
    }
    cluster = newCluster;
  }

  /** The writes of an earlier process; returned to the first caller only. */
  public synchronized List<RecoveredFile> takeRecovered() {
    List<RecoveredFile> all = recovered;
    recovered = List.of();
    return all;
  }

  /**
   * Registers a file to which writes will be appended.
   *
   * @param size of its object now
   * @param modifiedNanos the object's mtime
   */
  public synchronized JournaledFile begin(JournalIdentity identity, long size, long modifiedNanos) {
    lastNumber++;
    return new JournaledFile(lastNumber, identity, size, modifiedNanos);
  }

  /**
   * Appends a write, which survives the process once this returns.
   *
   * @return null if the journal is full
   * @throws IOException if the disk failed; the journal is unchanged then
   */
  public @Nullable JournaledWrite append(JournaledFile file, long offset, ByteBuffer bytes)
      throws IOException {
    int crc = JournalFrame.crcOf(bytes);
    int length = bytes.remaining();
    synchronized (this) {
      if (closed) {
        throw new IOException("the journal " + directory + " is closed");
      }
      if (usedBytes() + length + 2L * JournalFrame.BYTES > maxBytes) {
        return null;
      }
      JournalSegment segment = current();
      if (!file.isNamedIn(segment)) {
        names(segment, file);
        file.namedIn(segment);
      }
      long sequence = file.lastSequence() + 1;
      long position =
          segment.append(
              new JournalFrame(
                  JournalFrame.Kind.WRITE, file.number(), sequence, offset, 0, length, crc),
              bytes);
      file.wrote(sequence);
      segment.written().add(file);
      segment.use();
      return new JournaledWrite(segment, position, sequence, offset, length);
    }
  }

  /** Writes all names of a file, the newest last. */
  private static void names(JournalSegment segment, JournaledFile file) throws IOException {
    List<JournalIdentity> names = file.names();
    for (int i = names.size() - 1; i >= 0; i--) {
      name(segment, file, names.get(i));
    }
  }

  private static void name(JournalSegment segment, JournaledFile file, JournalIdentity name)
      throws IOException {
    append(
        segment,
        JournalFrame.Kind.FILE,
        file,
        file.uploaded(),
        file.size(),
        file.modifiedNanos(),
        ByteBuffer.wrap(name.encode()));
  }

  /** The file was renamed: a later process tries the new name first. */
  public synchronized void renamed(JournaledFile file, InodeId directory, Name name)
      throws IOException {
    file.mayBe(file.identity().named(directory, name));
    if (!closed && file.hasPending()) {
      mark(file);
    }
  }

  /**
   * An upload failed and left the object in this state. It may have changed only the mtime, which a
   * later process would otherwise take for a change by others.
   */
  public synchronized void failed(JournaledFile file, long size, long modifiedNanos)
      throws IOException {
    boolean isKnown = file.size() == size && file.modifiedNanos() == modifiedNanos;
    file.found(size, modifiedNanos);
    if (!closed && file.hasPending() && !isKnown) {
      mark(file);
    }
  }

  /** Writes the file's name and its object's status. */
  private void mark(JournaledFile file) throws IOException {
    JournalSegment segment = current();
    name(segment, file, file.names().get(0));
    segment.marked().add(file);
    sweep();
  }

  private static void append(
      JournalSegment segment,
      JournalFrame.Kind kind,
      JournaledFile file,
      long sequence,
      long size,
      long modifiedNanos,
      ByteBuffer payload)
      throws IOException {
    segment.append(
        new JournalFrame(
            kind,
            file.number(),
            sequence,
            size,
            modifiedNanos,
            payload.remaining(),
            JournalFrame.crcOf(payload)),
        payload);
  }

  /** The segment that is appended to; called under the lock. */
  private JournalSegment current() throws IOException {
    JournalSegment last = segments.peekLast();
    if (isOpen && last != null && last.bytes() < segmentBytes) {
      return last;
    }
    UUID id = cluster;
    if (id == null) {
      throw new IllegalStateException("the journal is not bound to a cluster");
    }
    Path path = directory.resolve(String.format("%016x%s", lastSegment + 1, SUFFIX));
    JournalSegment segment = JournalSegment.open(path);
    lastSegment++;
    segments.add(segment);
    isOpen = true;
    ByteBuffer payload = ByteBuffer.allocate(2 * Long.BYTES);
    payload.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits()).flip();
    segment.append(
        new JournalFrame(
            JournalFrame.Kind.SEGMENT,
            0,
            0,
            0,
            0,
            payload.remaining(),
            JournalFrame.crcOf(payload)),
        payload);
    return segment;
  }

  /** Writes up to a number are about to be written to the volume. */
  public synchronized void uploading(JournaledFile file, long sequence) throws IOException {
    if (closed) {
      throw new IOException("the journal " + directory + " is closed");
    }
    // The retry of a failed upload needs no further record.
    if (file.uploading() < sequence) {
      uploading(current(), file, sequence);
      file.uploading(sequence);
      sweep();
    }
  }

  private static void uploading(JournalSegment segment, JournaledFile file, long sequence)
      throws IOException {
    append(segment, JournalFrame.Kind.UPLOADING, file, sequence, 0, 0, NOTHING);
    segment.marked().add(file);
  }

  private static void uploaded(JournalSegment segment, JournaledFile file) throws IOException {
    append(
        segment,
        JournalFrame.Kind.UPLOADED,
        file,
        file.uploaded(),
        file.size(),
        file.modifiedNanos(),
        NOTHING);
    segment.marked().add(file);
  }

  /**
   * Writes are on the volume or discarded. Their bytes must not be read any more, except by reads
   * that {@link #use} them.
   *
   * @param writes starting with the oldest
   * @param size of the object now
   * @param modifiedNanos the object's mtime
   */
  public synchronized void uploaded(
      JournaledFile file, List<JournaledWrite> writes, long size, long modifiedNanos)
      throws IOException {
    file.found(size, modifiedNanos);
    if (writes.isEmpty()) {
      return;
    }
    file.uploaded(writes.get(writes.size() - 1).sequence());
    try {
      if (!closed) {
        uploaded(current(), file);
      }
    } finally {
      writes.forEach(write -> write.segment().leave());
      sweep();
    }
  }

  /** Prevents deletion of the writes' bytes until {@link #leave}. */
  public synchronized void use(List<JournaledWrite> writes) {
    writes.forEach(write -> write.segment().use());
  }

  public synchronized void leave(List<JournaledWrite> writes) {
    writes.forEach(write -> write.segment().leave());
    sweep();
  }

  /** Deletes segments without users; called under the lock. */
  private void sweep() {
    while (!segments.isEmpty() && !segments.getFirst().isUsed()) {
      JournalSegment oldest = segments.getFirst();
      boolean isCurrent = isOpen && segments.size() == 1;
      if (isCurrent && !closed && oldest.bytes() < segmentBytes / 2) {
        return;
      }
      segments.removeFirst();
      if (isCurrent) {
        isOpen = false;
      }
      delete(oldest);
    }
    if (!closed && segments.size() > MAX_PINNED) {
      sweepPinned();
    }
  }

  /**
   * Deletes unused segments behind one that is in use, because a file whose uploads fail must not
   * fill the journal. Their records that concern files with earlier writes are repeated first.
   */
  private void sweepPinned() {
    List<JournalSegment> all = List.copyOf(segments);
    if (all.subList(0, all.size() - 1).stream().allMatch(JournalSegment::isUsed)) {
      return;
    }
    Set<JournaledFile> before = Collections.newSetFromMap(new IdentityHashMap<>());
    for (JournalSegment segment : all.subList(0, all.size() - 1)) {
      if (segment.isUsed()) {
        before.addAll(segment.written());
        continue;
      }
      try {
        for (JournaledFile file : segment.marked()) {
          if (before.contains(file)) {
            repeat(file);
          }
        }
      } catch (IOException e) {
        LOG.warn("{} has no writes left, but cannot be deleted yet: {}", segment, e.toString());
        return;
      }
      segments.remove(segment);
      delete(segment);
    }
  }

  /** Repeats the earlier records of a file. */
  private void repeat(JournaledFile file) throws IOException {
    JournalSegment segment = current();
    if (file.hasPending()) {
      names(segment, file);
      if (file.uploading() > file.uploaded()) {
        uploading(segment, file, file.uploading());
      }
    } else {
      uploaded(segment, file);
    }
    segment.marked().add(file);
  }

  private static void delete(JournalSegment segment) {
    try {
      segment.delete();
    } catch (IOException e) {
      LOG.warn("{} has no writes left, but cannot be deleted: {}", segment, e.toString());
    }
  }

  /** The disk space that it takes. */
  public synchronized long usedBytes() {
    return segments.stream().mapToLong(JournalSegment::bytes).sum();
  }

  /** The directory of bytes that must not be written to their files. */
  public Path conflicts() {
    return directory.resolve(CONFLICTS);
  }

  @Override
  public String toString() {
    return directory.toString();
  }

  /** The remaining writes are found when the journal is opened again. */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    sweep();
    IOException failure = null;
    for (JournalSegment segment : segments) {
      try {
        segment.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * A write in the journal. Immutable.
   *
   * @param segment with the bytes
   * @param position of the bytes in the segment
   * @param sequence of the write among those of its file, from 1
   * @param offset in the file
   * @param length in bytes
   */
  public record JournaledWrite(
      JournalSegment segment, long position, long sequence, long offset, int length) {
    /** The end offset in the file. */
    public long end() {
      return offset + length;
    }

    /** Fills the buffer with bytes of the write, from the given one on. */
    public void read(int from, ByteBuffer into) throws IOException {
      segment.read(position + from, into);
    }
  }
}
