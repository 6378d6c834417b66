package io.gigafs.cache.segment;

import io.gigafs.cache.file.PositionedFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;

/** A file that segments are in, one at a time. Safe for use by several threads. */
final class SegmentFile implements Closeable {
  private final int number;
  private final int limit;
  private final PositionedFile file;

  /**
   * A file.
   *
   * @param limit how long it gets at most
   */
  SegmentFile(int number, int limit, PositionedFile file) {
    this.number = number;
    this.limit = limit;
    this.file = file;
  }

  int number() {
    return number;
  }

  int limit() {
    return limit;
  }

  PositionedFile bytes() {
    return file;
  }

  /** What the header of a file says. */
  static SegmentHeader readHeader(PositionedFile file) throws IOException {
    ByteBuffer buffer = SegmentHeader.newBuffer();
    if (file.size() < buffer.capacity()) {
      return SegmentHeader.NONE;
    }
    file.read(buffer, 0);
    return SegmentHeader.decode(buffer);
  }

  /** Begins a use of the file. Before this returned, no byte of its blocks may be written. */
  Segment begin(long sequence) throws IOException {
    writeHeader(sequence);
    return new Segment(this, sequence);
  }

  /** Has no process load the blocks that are in the file. */
  void setFree() throws IOException {
    writeHeader(SegmentHeader.FREE);
  }

  private void writeHeader(long sequence) throws IOException {
    file.write(new SegmentHeader(sequence, limit).encode(), 0);
  }

  /** Gives its pages back: the next use begins with new ones. */
  void clear() throws IOException {
    file.truncate(SegmentHeader.BYTES);
  }

  /** Closes and deletes it. */
  void delete() throws IOException {
    file.close();
    Files.deleteIfExists(file.path());
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
