package io.gigafs.cli.dump;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Reads the preamble and the blocks of a {@link DumpFormat}. Lengths are validated before use. For
 * one thread.
 */
final class BlockReader implements AutoCloseable {
  private final InputStream in;
  private final Inflater inflater = new Inflater();
  private final CRC32C checksum = new CRC32C();
  private final byte[] header = new byte[DumpFormat.BLOCK_HEADER_BYTES];
  private byte[] stored = new byte[0];
  private byte[] inside = new byte[0];
  private int number;
  private long read;
  private final int format;

  BlockReader(InputStream in) throws IOException {
    this.in = in;
    byte[] preamble = new byte[DumpFormat.PREAMBLE_BYTES];
    int count = readUpTo(preamble, preamble.length);
    int magic = DumpFormat.MAGIC.length;
    if (count < preamble.length || !Arrays.equals(preamble, 0, magic, DumpFormat.MAGIC, 0, magic)) {
      throw new DumpException("this is not a dump of giga");
    }
    ByteBuffer rest = ByteBuffer.wrap(preamble).position(magic);
    format = Short.toUnsignedInt(rest.getShort());
    int compression = rest.get();
    if (!DumpFormat.isKnown(format) || compression != DumpFormat.ZLIB) {
      throw new DumpException(
          "the dump has format "
              + format
              + " and compression "
              + compression
              + ", but this version of giga reads formats up to "
              + DumpFormat.NEWEST
              + " and compression "
              + DumpFormat.ZLIB
              + "; load it with the version that wrote it, or a later one");
    }
  }

  /** The format of the dump. */
  int format() {
    return format;
  }

  /** How many bytes have been read so far. */
  long read() {
    return read;
  }

  /** The records of the next block, valid until the following call; null at the end. */
  @Nullable ByteBuffer next() throws IOException {
    long start = read;
    int count = readUpTo(header, header.length);
    if (count == 0) {
      return null;
    }
    if (count < header.length) {
      throw cutOff();
    }
    ByteBuffer fields = ByteBuffer.wrap(header);
    int found = fields.getInt();
    int storedBytes = fields.getInt();
    int insideBytes = fields.getInt();
    if (!isSize(storedBytes) || !isSize(insideBytes)) {
      throw damaged(start, "its length is invalid");
    }
    stored = withRoom(stored, storedBytes);
    inside = withRoom(inside, insideBytes);
    if (readUpTo(stored, storedBytes) < storedBytes) {
      throw cutOff();
    }
    checksum.reset();
    checksum.update(header, 0, DumpFormat.CHECKSUM_OFFSET);
    checksum.update(stored, 0, storedBytes);
    if ((int) checksum.getValue() != fields.getInt()) {
      throw damaged(start, "its checksum differs");
    }
    if (found != number) {
      throw damaged(start, "it is block " + found + " of another place");
    }
    inflate(start, storedBytes, insideBytes);
    number++;
    return ByteBuffer.wrap(inside, 0, insideBytes);
  }

  private void inflate(long start, int storedBytes, int insideBytes) throws DumpException {
    inflater.reset();
    inflater.setInput(stored, 0, storedBytes);
    try {
      int count = 0;
      while (count < insideBytes && !inflater.finished()) {
        int more = inflater.inflate(inside, count, insideBytes - count);
        if (more == 0) {
          break;
        }
        count += more;
      }
      if (count < insideBytes) {
        throw damaged(start, "it is shorter than its header says");
      }
    } catch (DataFormatException e) {
      DumpException failure = damaged(start, "it cannot be decompressed");
      failure.initCause(e);
      throw failure;
    }
  }

  private static boolean isSize(int bytes) {
    return bytes > 0 && bytes <= DumpFormat.MAX_BLOCK_BYTES;
  }

  private static byte[] withRoom(byte[] buffer, int bytes) {
    return buffer.length >= bytes ? buffer : new byte[bytes];
  }

  private int readUpTo(byte[] buffer, int bytes) throws IOException {
    int count = in.readNBytes(buffer, 0, bytes);
    read += count;
    return count;
  }

  private DumpException cutOff() {
    return new DumpException("the dump is truncated at byte " + read);
  }

  private DumpException damaged(long start, String why) {
    return new DumpException(
        "the dump is damaged in block " + number + ", which begins at byte " + start + ": " + why);
  }

  /** Frees memory outside of the heap; does not close the stream. */
  @Override
  public void close() {
    inflater.end();
  }
}
