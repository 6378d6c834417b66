package io.gigafs.cache.journal;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what an earlier process has left in its segments, in their order. Used by one thread.
 *
 * <p>A record that is cut off at the end of the last segment was never acknowledged. Any other
 * record that cannot be read is damage: it is logged with the segment's name, and a file of which a
 * write is missing is not {@link RecoveredFile#isComplete}.
 */
final class JournalScan {
  private static final Logger LOG = LoggerFactory.getLogger(JournalScan.class);
  private static final int WINDOW_BYTES = 1 << 20;

  private final Map<Long, Found> files = new LinkedHashMap<>();
  private @Nullable UUID cluster;
  private long lastNumber;

  /** A file, as far as it was read. */
  private static final class Found {
    private final List<JournaledWrite> writes = new ArrayList<>();
    private @Nullable JournaledFile file;
    private long uploaded;
    private long uploading;
    private boolean isDamaged;
  }

  /** The cluster that the segments name; null if none does. */
  @Nullable UUID cluster() {
    return cluster;
  }

  /** The highest number of a file. */
  long lastNumber() {
    return lastNumber;
  }

  /**
   * Reads a segment.
   *
   * @return up to where it holds records
   */
  long read(JournalSegment segment, long size, boolean isLast) throws IOException {
    long at = 0;
    while (at < size) {
      JournalFrame frame = frameAt(segment, at, size);
      if (frame != null) {
        long payload = at + JournalFrame.BYTES;
        if (isWhole(segment, frame, payload, size)) {
          take(segment, frame, payload);
        } else if (isLast && payload + frame.length() >= size) {
          return at;
        } else {
          damaged(segment, at, frame);
        }
        at = payload + frame.length();
        continue;
      }
      long next = nextFrame(segment, at + 1, size);
      if (next < 0 && isLast) {
        return at;
      }
      LOG.error(
          "the writeback journal {} is damaged at byte {}: writes that stood there were"
              + " acknowledged and may be lost; check its disk, and files that were written last",
          segment,
          at);
      if (next < 0) {
        return at;
      }
      at = next;
    }
    return at;
  }

  private void damaged(JournalSegment segment, long at, JournalFrame frame) {
    Found found = found(frame.file());
    found.isDamaged = true;
    LOG.error(
        "the writeback journal {} is damaged at byte {}: a record of {} is not used",
        segment,
        at,
        found.file == null ? "a file" : found.file.identity());
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
    return -1;
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

  private void take(JournalSegment segment, JournalFrame frame, long payload) throws IOException {
    if (frame.kind() == JournalFrame.Kind.SEGMENT) {
      ByteBuffer id = payload(segment, payload, frame.length());
      UUID named = new UUID(id.getLong(), id.getLong());
      if (cluster != null && !cluster.equals(named)) {
        throw new IOException(segment + " is of cluster " + named + ", others of " + cluster);
      }
      cluster = named;
      return;
    }
    Found found = found(frame.file());
    switch (frame.kind()) {
      case FILE -> name(segment, found, frame, payload);
      case WRITE ->
          found.writes.add(
              new JournaledWrite(
                  segment, payload, frame.sequence(), frame.first(), frame.length()));
      case UPLOADING -> found.uploading = Math.max(found.uploading, frame.sequence());
      case UPLOADED -> {
        found.uploaded = Math.max(found.uploaded, frame.sequence());
        if (found.file != null) {
          found.file.found(frame.first(), frame.second());
        }
      }
      default -> throw new IllegalStateException("handled above");
    }
  }

  private static void name(JournalSegment segment, Found found, JournalFrame frame, long payload)
      throws IOException {
    try {
      JournalIdentity identity = JournalIdentity.decode(payload(segment, payload, frame.length()));
      JournaledFile known = found.file;
      if (known == null) {
        found.file = new JournaledFile(frame.file(), identity, frame.first(), frame.second());
      } else {
        known.mayBe(identity);
        known.found(frame.first(), frame.second());
      }
      // What a later segment repeats holds as of the writes before.
      found.uploaded = Math.max(found.uploaded, frame.sequence());
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new IOException(segment + " has a file's record that cannot be read", e);
    }
  }

  /** The files that have writes which are not uploaded; their segments are in use for these. */
  List<RecoveredFile> recovered() {
    List<RecoveredFile> all = new ArrayList<>();
    files.forEach(
        (number, found) -> {
          List<JournaledWrite> left =
              found.writes.stream().filter(write -> write.sequence() > found.uploaded).toList();
          JournaledFile file = found.file;
          if (file == null) {
            if (!left.isEmpty() || found.isDamaged) {
              LOG.error(
                  "the writeback journal has {} writes of a file that it does not name, as the"
                      + " record of its name is damaged: they are lost",
                  left.size());
            }
            return;
          }
          if (left.isEmpty() && !found.isDamaged) {
            return;
          }
          boolean isComplete = !found.isDamaged;
          long expected = found.uploaded;
          for (JournaledWrite write : left) {
            expected++;
            isComplete &= write.sequence() == expected;
          }
          if (!left.isEmpty()) {
            file.wrote(left.get(left.size() - 1).sequence());
          }
          left.forEach(write -> write.segment().use());
          file.pending(left.size());
          file.uploading(found.uploading);
          all.add(
              new RecoveredFile(
                  file,
                  file.names(),
                  file.size(),
                  file.modifiedNanos(),
                  found.uploading > found.uploaded ? found.uploading : 0,
                  left,
                  isComplete));
        });
    return all;
  }
}
