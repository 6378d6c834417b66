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
 * Numbers in a mapped file, which outlive the process with every store to memory, and the machine
 * as far as they were forced. Each is one word that is written at once: 48 bits and a checksum.
 * Safe for use by several threads until it is closed.
 */
final class MappedWords implements AutoCloseable {
  static final int BYTES = 4_096;

  /** Of a word that was never written. */
  static final long UNSET = -1;

  /** Of a word whose checksum is wrong. */
  static final long DAMAGED = -2;

  private static final int CHECK_BITS = 16;
  private static final long MAX_VALUE = (1L << (Long.SIZE - CHECK_BITS)) - 1;

  private final MappedByteBuffer mapped;
  private final UnsafeBuffer words;

  private MappedWords(MappedByteBuffer mapped) {
    this.mapped = mapped;
    this.words = new UnsafeBuffer(mapped);
  }

  /** Maps a file, which is made if it is not there or has another size. */
  static MappedWords of(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (channel.size() != BYTES) {
        channel.truncate(0);
        // Written, not skipped: a page without space kills the process on a full disk.
        ByteBuffer zeros = ByteBuffer.allocate(BYTES);
        while (zeros.hasRemaining()) {
          channel.write(zeros);
        }
      }
      return new MappedWords(channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES));
    }
  }

  /** A word's value, or {@link #UNSET} or {@link #DAMAGED}. */
  long get(int word) {
    long stored = words.getLongVolatile(offset(word));
    if (stored == 0) {
      return UNSET;
    }
    long value = stored >>> CHECK_BITS;
    return encode(word, value) == stored ? value : DAMAGED;
  }

  /** Values beyond 48 bits are not kept: the word counts as never written. */
  void put(int word, long value) {
    words.putLongOrdered(offset(word), value > MAX_VALUE ? 0 : encode(word, value));
  }

  private static int offset(int word) {
    return word * Long.BYTES;
  }

  private static long encode(int word, long value) {
    return value << CHECK_BITS | check(word, value);
  }

  /** Not zero, so that no word that was written is. */
  private static long check(int word, long value) {
    long mixed = (value + word + 1) * 0x9E3779B97F4A7C15L;
    return mixed >>> (Long.SIZE - CHECK_BITS) | 1;
  }

  /** Returns when what was put is on the disk. */
  void force() {
    mapped.force();
  }

  @Override
  public void close() {
    BufferUtil.free(mapped);
  }
}
