package io.gigafs.cache.segment;

import io.gigafs.cache.file.PositionedFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;

/** A file that contains one segment at a time. Safe for use by several threads. */
final class SegmentFile implements Closeable {
  private final int number;
  private final int limit;
  private final PositionedFile file;

  /**
   * A file.
   *
   * @param limit its maximum length
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

  /** Reads the header of a file. */
  static SegmentHeader readHeader(PositionedFile file) throws IOException {
    ByteBuffer buffer = SegmentHeader.newBuffer();
    if (file.size() < buffer.capacity()) {
      return SegmentHeader.NONE;
    }
    file.read(buffer, 0);
    return SegmentHeader.decode(buffer);
  }

  /** Starts a new use of the file. No byte of its blocks may be written before this returns. */
  Segment begin(long sequence) throws IOException {
    writeHeader(sequence);
    return new Segment(this, sequence);
  }

  /** Prevents later processes from loading the blocks in the file. */
  void setFree() throws IOException {
    writeHeader(SegmentHeader.FREE);
  }

  private void writeHeader(long sequence) throws IOException {
    file.write(new SegmentHeader(sequence, limit).encode(), 0);
  }

  /** Frees the file's pages; the next use starts with new ones. */
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
