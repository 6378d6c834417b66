package io.gigafs.cache.journal;

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
 * <p>Not deleted while it has users: writes that are not uploaded, and reads under way.
 */
final class JournalSegment {
  private final Path path;
  private final FileChannel channel;

  /** Guarded by the journal. */
  private long bytes;

  /** Guarded by the journal. */
  private int users;

  /** Files with writes here, of those that this process appended. Guarded by the journal. */
  private final Set<JournaledFile> written = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Files of which this says how far they are uploaded. Guarded by the journal. */
  private final Set<JournaledFile> marked = Collections.newSetFromMap(new IdentityHashMap<>());

  JournalSegment(Path path, FileChannel channel, long bytes) {
    this.path = path;
    this.channel = channel;
    this.bytes = bytes;
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

  /** Appends a record; gives where its payload begins. What is there only in part is cut off. */
  long append(JournalFrame frame, ByteBuffer payload) throws IOException {
    long start = bytes;
    ByteBuffer[] parts = {frame.encode(), payload.duplicate()};
    long left = (long) JournalFrame.BYTES + payload.remaining();
    try {
      channel.position(start);
      while (left > 0) {
        left -= channel.write(parts);
      }
    } catch (IOException e) {
      try {
        channel.truncate(start);
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
    bytes = start + JournalFrame.BYTES + payload.remaining();
    return start + JournalFrame.BYTES;
  }

  /** Fills the buffer from a place on. */
  void read(long position, ByteBuffer into) throws IOException {
    long at = position;
    while (into.hasRemaining()) {
      int got = channel.read(into, at);
      if (got < 0) {
        throw new IOException(path + " ends at " + at + ", within a record");
      }
      at += got;
    }
  }

  void close() throws IOException {
    channel.close();
  }

  void delete() throws IOException {
    channel.close();
    Files.deleteIfExists(path);
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
