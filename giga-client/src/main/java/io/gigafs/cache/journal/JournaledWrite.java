package io.gigafs.cache.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A write that the journal has. Immutable.
 *
 * @param segment that has the bytes
 * @param position of the bytes in the segment
 * @param sequence of the write among those of its file, from 1
 * @param offset in the file
 * @param length in bytes
 */
public record JournaledWrite(
    JournalSegment segment, long position, long sequence, long offset, int length) {
  /** Where it ends in the file. */
  public long end() {
    return offset + length;
  }

  /** Fills the buffer with bytes of the write, from one of them on. */
  public void read(int from, ByteBuffer into) throws IOException {
    segment.read(position + from, into);
  }
}
