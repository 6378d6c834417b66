package io.gigafs.cache.journal;

import io.gigafs.cache.file.PositionedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * A file of the journal. Appended to under the journal's lock, read by all threads.
 *
 * <p>It is not deleted while it has users: writes that are not uploaded, and reads in flight.
 */
final class JournalSegment {
  /** Records up to this length are written with one call. */
  private static final int SMALL_BYTES = 8 << 10;

  private final Path path;
  private final PositionedFile file;

  /** Guarded by the journal. */
  private long bytes;

  /** Guarded by the journal. */
  private int users;

  /**
   * Files with writes in this segment, of those appended by this process. Guarded by the journal.
   */
  private final Set<JournaledFile> written = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Files whose upload state is recorded in this segment. Guarded by the journal. */
  private final Set<JournaledFile> marked = Collections.newSetFromMap(new IdentityHashMap<>());

  private JournalSegment(Path path, PositionedFile file, long bytes) {
    this.path = path;
    this.file = file;
    this.bytes = bytes;
  }

  /** Opens a segment file, and creates it if it is missing. */
  static JournalSegment open(Path path) throws IOException {
    PositionedFile file = PositionedFile.open(path, FileChannel::open);
    try {
      return new JournalSegment(path, file, file.size());
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  Path path() {
    return path;
  }

  long bytes() {
    return bytes;
  }

  boolean isUsed() {
    return users > 0;
  }

  void use() {
    users++;
  }

  void leave() {
    users--;
  }

  Set<JournaledFile> written() {
    return written;
  }

  Set<JournaledFile> marked() {
    return marked;
  }

  /** Appends a record; returns where its payload begins. A partly written record is cut off. */
  long append(JournalFrame frame, ByteBuffer payload) throws IOException {
    long start = bytes;
    long payloadStart = start + JournalFrame.BYTES;
    int length = payload.remaining();
    try {
      if (length <= SMALL_BYTES) {
        ByteBuffer record = ByteBuffer.allocate(JournalFrame.BYTES + length);
        file.write(record.put(frame.encode()).put(payload.duplicate()).flip(), start);
      } else {
        file.write(frame.encode(), start);
        file.write(payload.duplicate(), payloadStart);
      }
    } catch (IOException e) {
      try {
        file.truncate(start);
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
    bytes = payloadStart + length;
    return payloadStart;
  }

  /** Fills the buffer from a position on. */
  void read(long position, ByteBuffer into) throws IOException {
    file.read(into, position);
  }

  /** Cuts off the bytes behind a position, which are not a record. */
  void truncate(long end) throws IOException {
    file.truncate(end);
    bytes = end;
  }

  void close() throws IOException {
    file.close();
  }

  void delete() throws IOException {
    file.close();
    Files.deleteIfExists(path);
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
