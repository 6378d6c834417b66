package io.gigafs.cache.journal;

import io.gigafs.cache.journal.WriteJournal.JournaledWrite;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the segments that an earlier process left, in their order. Used by one thread.
 *
 * <p>An incomplete record at the end of the last segment was never acknowledged. Any other
 * unreadable record is damage: it is logged, a file with a missing write is not {@link
 * RecoveredFile#isComplete}, and the segment is one of the {@link #damaged}.
 */
final class JournalScan {
  private static final Logger LOG = LoggerFactory.getLogger(JournalScan.class);
  private static final int WINDOW_BYTES = 1 << 20;

  private final Map<Long, Found> files = new LinkedHashMap<>();
  private final Set<JournalSegment> damaged = new LinkedHashSet<>();
  private @Nullable UUID cluster;
  private long lastNumber;

  /** A file, as far as it was read. */
  private static final class Found {
    private final List<JournaledWrite> writes = new ArrayList<>();

    /** Segments with records of its name or its upload state. */
    private final Set<JournalSegment> markedIn = new LinkedHashSet<>();

    private @Nullable JournaledFile file;
    private long uploaded;
    private long uploading;
    private boolean isDamaged;
  }

  /** The cluster of the segments; null if none has one. */
  @Nullable UUID cluster() {
    return cluster;
  }

  /** The highest file number. */
  long lastNumber() {
    return lastNumber;
  }

  /** Segments with unusable acknowledged records; known after {@link #recovered}. */
  Set<JournalSegment> damaged() {
    return damaged;
  }

  /**
   * Reads a segment.
   *
   * @return where the unacknowledged record begins; the segment's size if there is none
   */
  long read(JournalSegment segment, long size, boolean isLast) throws IOException {
    if (isOfAnotherCluster(segment, size)) {
      return size;
    }
    long at = 0;
    while (at < size) {
      JournalFrame frame = frameAt(segment, at, size);
      if (isLast && isCutOff(frame, at, size)) {
        return at;
      }
      if (frame == null) {
        damaged(segment, at);
        at = nextFrame(segment, at + 1, size);
        continue;
      }
      long payload = at + JournalFrame.BYTES;
      if (!isWhole(segment, frame, payload, size) || !take(segment, frame, payload)) {
        found(frame.file()).isDamaged = true;
        damaged(segment, at);
      }
      at = payload + frame.length();
    }
    return size;
  }

  /** A killed process leaves the beginning of a record; other damage looks different. */
  private static boolean isCutOff(@Nullable JournalFrame frame, long at, long size) {
    return frame == null
        ? size - at < JournalFrame.BYTES
        : at + JournalFrame.BYTES + frame.length() > size;
  }

  private void damaged(JournalSegment segment, long at) {
    damaged.add(segment);
    LOG.error(
        "the writeback journal {} is damaged at byte {}: a record there is ignored,"
            + " which may be an acknowledged write; check the disk, and files that were written"
            + " last",
        segment,
        at);
  }

  private boolean isOfAnotherCluster(JournalSegment segment, long size) throws IOException {
    JournalFrame frame = frameAt(segment, 0, size);
    if (frame == null
        || frame.kind() != JournalFrame.Kind.SEGMENT
        || frame.length() != 2 * Long.BYTES
        || !isWhole(segment, frame, JournalFrame.BYTES, size)) {
      return false;
    }
    ByteBuffer id = payload(segment, JournalFrame.BYTES, frame.length());
    UUID named = new UUID(id.getLong(), id.getLong());
    if (cluster == null || cluster.equals(named)) {
      cluster = named;
      return false;
    }
    damaged.add(segment);
    LOG.error(
        "the writeback journal {} is of cluster {}, others in its directory of {}: it is ignored",
        segment,
        named,
        cluster);
    return true;
  }

  private static @Nullable JournalFrame frameAt(JournalSegment segment, long at, long size)
      throws IOException {
    if (size - at < JournalFrame.BYTES) {
      return null;
    }
    ByteBuffer header = ByteBuffer.allocate(JournalFrame.BYTES);
    segment.read(at, header);
    return JournalFrame.decode(header.flip());
  }

  /** Where the next record begins; the segment's size if there is none. */
  private static long nextFrame(JournalSegment segment, long from, long size) throws IOException {
    for (long at = from; at + JournalFrame.BYTES <= size; at += WINDOW_BYTES) {
      int length = (int) Math.min(WINDOW_BYTES + JournalFrame.BYTES, size - at);
      ByteBuffer window = ByteBuffer.allocate(length);
      segment.read(at, window);
      window.flip();
      for (int i = 0; i + JournalFrame.BYTES <= length && i < WINDOW_BYTES; i++) {
        window.position(i);
        if (JournalFrame.decode(window) != null) {
          return at + i;
        }
      }
    }
    return size;
  }

  private static boolean isWhole(
      JournalSegment segment, JournalFrame frame, long payload, long size) throws IOException {
    if (payload + frame.length() > size) {
      return false;
    }
    return JournalFrame.crcOf(payload(segment, payload, frame.length())) == frame.crc();
  }

  private static ByteBuffer payload(JournalSegment segment, long at, int length)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    segment.read(at, bytes);
    return bytes.flip();
  }

  private Found found(long number) {
    lastNumber = Math.max(lastNumber, number);
    return files.computeIfAbsent(number, each -> new Found());
  }

  /** Processes a record; returns whether it can be used. */
  private boolean take(JournalSegment segment, JournalFrame frame, long payload)
      throws IOException {
    if (frame.kind() == JournalFrame.Kind.SEGMENT) {
      return true;
    }
    Found found = found(frame.file());
    switch (frame.kind()) {
      case FILE -> {
        found.markedIn.add(segment);
        return name(segment, found, frame, payload);
      }
      case WRITE ->
          found.writes.add(
              new JournaledWrite(
                  segment, payload, frame.sequence(), frame.first(), frame.length()));
      case UPLOADING -> {
        found.markedIn.add(segment);
        found.uploading = Math.max(found.uploading, frame.sequence());
      }
      case UPLOADED -> {
        found.markedIn.add(segment);
        found.uploaded = Math.max(found.uploaded, frame.sequence());
        if (found.file != null) {
          found.file.found(frame.first(), frame.second());
        }
      }
      default -> throw new IllegalStateException("handled above");
    }
    return true;
  }

  private static boolean name(JournalSegment segment, Found found, JournalFrame frame, long payload)
      throws IOException {
    JournalIdentity identity;
    try {
      identity = JournalIdentity.decode(payload(segment, payload, frame.length()));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      LOG.debug("{} has a file's record that cannot be read", segment, e);
      return false;
    }
    JournaledFile known = found.file;
    if (known == null) {
      found.file = new JournaledFile(frame.file(), identity, frame.first(), frame.second());
    } else {
      known.mayBe(identity);
      known.found(frame.first(), frame.second());
    }
    // A record that a later segment repeats is valid as of the writes before it.
    found.uploaded = Math.max(found.uploaded, frame.sequence());
    return true;
  }

  /**
   * The files with writes that are not uploaded; their segments count them as users. Called once,
   * after the last segment was read.
   */
  List<RecoveredFile> recovered() {
    List<RecoveredFile> all = new ArrayList<>();
    for (Found found : files.values()) {
      List<JournaledWrite> left =
          found.writes.stream().filter(write -> write.sequence() > found.uploaded).toList();
      JournaledFile file = cluster == null ? null : found.file;
      if (file == null) {
        unusable(left);
        continue;
      }
      file.uploaded(found.uploaded);
      file.uploading(found.uploading);
      found.writes.forEach(
          write -> {
            file.wrote(write.sequence());
            write.segment().written().add(file);
          });
      found.markedIn.forEach(segment -> segment.marked().add(file));
      if (!left.isEmpty()) {
        left.forEach(write -> write.segment().use());
        all.add(recovered(found, file, left));
      }
    }
    return all;
  }

  private void unusable(List<JournaledWrite> writes) {
    if (!writes.isEmpty()) {
      writes.forEach(write -> damaged.add(write.segment()));
      LOG.error(
          "the writeback journal {} has {} acknowledged writes that are not uploaded, as the record"
              + " of their {} is damaged",
          writes.get(0).segment(),
          writes.size(),
          cluster == null ? "cluster" : "file");
    }
  }

  private static RecoveredFile recovered(
      Found found, JournaledFile file, List<JournaledWrite> left) {
    boolean isComplete = !found.isDamaged;
    long expected = found.uploaded;
    for (JournaledWrite write : left) {
      expected++;
      isComplete &= write.sequence() == expected;
    }
    return new RecoveredFile(
        file,
        file.names(),
        file.size(),
        file.modifiedNanos(),
        found.uploading > found.uploaded ? found.uploading : 0,
        left,
        isComplete);
  }
}
