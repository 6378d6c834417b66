package io.gigafs.cli.dump;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;

/** Writes the preamble and the blocks of a {@link DumpFormat}. For one thread. */
final class BlockWriter implements AutoCloseable {
  private final OutputStream out;
  private final Deflater deflater = new Deflater();
  private final CRC32C checksum = new CRC32C();
  private byte[] buffer = new byte[DumpFormat.BLOCK_BYTES];
  private int number;
  private long written;

  BlockWriter(OutputStream out, int format) throws IOException {
    this.out = out;
    ByteBuffer preamble = ByteBuffer.allocate(DumpFormat.PREAMBLE_BYTES);
    preamble.put(DumpFormat.MAGIC).putShort((short) format);
    preamble.put((byte) DumpFormat.ZLIB);
    write(preamble.array(), preamble.position());
  }

  /** How many bytes have been written so far. */
  long written() {
    return written;
  }

  /** Writes the buffer's content up to its position as a block, and clears the buffer. */
  void write(ByteBuffer records) throws IOException {
    int inside = records.position();
    deflater.reset();
    deflater.setInput(records.array(), records.arrayOffset(), inside);
    deflater.finish();
    int end = DumpFormat.BLOCK_HEADER_BYTES;
    while (!deflater.finished()) {
      if (end == buffer.length) {
        buffer = java.util.Arrays.copyOf(buffer, 2 * buffer.length);
      }
      end += deflater.deflate(buffer, end, buffer.length - end);
    }
    ByteBuffer header = ByteBuffer.wrap(buffer);
    int stored = end - DumpFormat.BLOCK_HEADER_BYTES;
    header.putInt(number++).putInt(stored).putInt(inside);
    checksum.reset();
    checksum.update(buffer, 0, DumpFormat.CHECKSUM_OFFSET);
    checksum.update(buffer, DumpFormat.BLOCK_HEADER_BYTES, stored);
    header.putInt((int) checksum.getValue());
    write(buffer, end);
    records.clear();
  }

  private void write(byte[] bytes, int count) throws IOException {
    out.write(bytes, 0, count);
    written += count;
  }

  /** Frees memory outside of the heap; does not close the stream. */
  @Override
  public void close() {
    deflater.end();
  }
}
