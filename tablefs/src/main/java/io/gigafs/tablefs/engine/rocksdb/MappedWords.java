package io.gigafs.tablefs.engine.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Numbers in a memory-mapped file. Every store survives the process; it survives the machine once
 * forced. Each number is one word, written atomically: a value of 48 bits and a checksum.
 * Thread-safe until it is closed.
 */
final class MappedWords implements AutoCloseable {
  static final int BYTES = 4_096;

  /** The value of a word that was never written. */
  static final long UNSET = -1;

  /** The value of a word whose checksum is wrong. */
  static final long DAMAGED = -2;

  private static final int CHECK_BITS = 16;
  private static final long MAX_VALUE = (1L << (Long.SIZE - CHECK_BITS)) - 1;

  private final MappedByteBuffer mapped;
  private final UnsafeBuffer words;

  private MappedWords(MappedByteBuffer mapped) {
    this.mapped = mapped;
    this.words = new UnsafeBuffer(mapped);
  }

  /** Maps a file. Creates it if it does not exist or has another size. */
  static MappedWords of(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (channel.size() != BYTES) {
        channel.truncate(0);
        // Allocates the space now: on a full disk, a store to a page without space kills the
        // process.
        ByteBuffer zeros = ByteBuffer.allocate(BYTES);
        while (zeros.hasRemaining()) {
          channel.write(zeros);
        }
      }
      return new MappedWords(channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES));
    }
  }

  /** The value of a word, or {@link #UNSET} or {@link #DAMAGED}. */
  long get(int word) {
    long stored = words.getLongVolatile(offset(word));
    if (stored == 0) {
      return UNSET;
    }
    long value = stored >>> CHECK_BITS;
    return encode(word, value) == stored ? value : DAMAGED;
  }

  /** Stores a value. A value above 48 bits resets the word to {@link #UNSET}. */
  void put(int word, long value) {
    words.putLongOrdered(offset(word), value > MAX_VALUE ? 0 : encode(word, value));
  }

  private static int offset(int word) {
    return word * Long.BYTES;
  }

  private static long encode(int word, long value) {
    return value << CHECK_BITS | check(word, value);
  }

  /** The lowest bit is set, so no written word is zero. */
  private static long check(int word, long value) {
    long mixed = (value + word + 1) * 0x9E3779B97F4A7C15L;
    return mixed >>> (Long.SIZE - CHECK_BITS) | 1;
  }

  /** Writes all stored words to the disk. */
  void force() {
    mapped.force();
  }

  @Override
  public void close() {
    BufferUtil.free(mapped);
  }
}
