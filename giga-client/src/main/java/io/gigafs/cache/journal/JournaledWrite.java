package io.gigafs.cache.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

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
