package io.gigafs.bench.virtualcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The values of all keys, of one length: random bytes, in which each page begins with the key and
 * the page's number, so that bytes of another key, or of another position, are detected. Not
 * thread-safe.
 *
 * <p>Most of a value is the same for all keys. So a thread that moves from one key to the next
 * writes stamps only. This costs little, and the same for all stores.
 */
final class TestValue {
  /** Size of a read and of a write of a stream. */
  static final int CHUNK_BYTES = 4 << 20;

  /** A longer value is a stream where the store supports streams. */
  static final int MAX_WHOLE_BYTES = 16 << 20;

  /** The maximum length of an array in every JVM. */
  static final long MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8;

  private static final int PAGE_BYTES = 4096;
  private static final int STAMP_BYTES = 16;

  /**
   * Long enough that a compressor does not find the repetition, short enough to stay in CPU caches.
   */
  private static final int PATTERN_BYTES = 128 << 10;

  private static final ByteBuffer PATTERN = pattern();

  private final long length;
  private final boolean comparesAll;
  private final ByteBuffer expected = PATTERN.duplicate();
  private byte @Nullable [] array;
  private @Nullable ByteBuffer buffer;
  private int arrayKey = -1;
  private int bufferKey = -1;

  TestValue(long length, boolean comparesAll) {
    this.length = length;
    this.comparesAll = comparesAll;
  }

  private static ByteBuffer pattern() {
    byte[] random = new byte[PATTERN_BYTES];
    new SplittableRandom(38).nextBytes(random);
    return ByteBuffer.allocateDirect(PATTERN_BYTES).put(random).flip().asReadOnlyBuffer();
  }

  long length() {
    return length;
  }

  boolean isStream() {
    return length > MAX_WHOLE_BYTES;
  }

  /**
   * The value of a key as an array, which the next call changes.
   *
   * @throws IOException if it does not fit an array
   */
  byte[] array(int newKey) throws IOException {
    if (length > MAX_ARRAY_BYTES) {
      throw new IOException("a value of this length fits no array of Java, which the client takes");
    }
    if (array == null) {
      array = new byte[(int) length];
      fill(0, ByteBuffer.wrap(array));
    }
    if (arrayKey != newKey) {
      stamp(newKey, 0, ByteBuffer.wrap(array));
      arrayKey = newKey;
    }
    return array;
  }

  /**
   * Bytes of the value of a key outside of the heap: all, or the chunk at an offset, which the next
   * call changes.
   */
  ByteBuffer chunk(int newKey, long offset) {
    if (buffer == null) {
      buffer = ByteBuffer.allocateDirect((int) Math.min(length, isStream() ? CHUNK_BYTES : length));
      fill(0, buffer.clear());
    }
    buffer.clear().limit((int) Math.min(buffer.capacity(), length - offset));
    if (isStream() || bufferKey != newKey) {
      stamp(newKey, offset, buffer.duplicate());
      bufferKey = newKey;
    }
    return buffer;
  }

  private static void fill(long offset, ByteBuffer into) {
    ByteBuffer from = PATTERN.duplicate();
    while (into.hasRemaining()) {
      int at = (int) ((offset + into.position()) % PATTERN_BYTES);
      int count = Math.min(into.remaining(), PATTERN_BYTES - at);
      into.put(from.clear().position(at).limit(at + count));
    }
  }

  private static void stamp(int key, long offset, ByteBuffer into) {
    into.order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at + STAMP_BYTES <= into.limit(); at += PAGE_BYTES) {
      into.putLong(at, key);
      into.putLong(at + 8, (offset + at) / PAGE_BYTES);
    }
  }

  /**
   * Compares bytes that were read.
   *
   * @param offset in the value, at the begin of a page
   * @throws IOException if they are not those of this key
   */
  void check(int readKey, long offset, ByteBuffer bytes) throws IOException {
    ByteBuffer read = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    int begin = read.position();
    int end = read.limit();
    for (int at = begin; at + STAMP_BYTES <= end; at += PAGE_BYTES) {
      long page = (offset + at - begin) / PAGE_BYTES;
      if (read.getLong(at) != readKey || read.getLong(at + 8) != page) {
        throw wrong(readKey, page);
      }
      if (comparesAll) {
        int count = Math.min(PAGE_BYTES, end - at) - STAMP_BYTES;
        int place = (int) (page * PAGE_BYTES % PATTERN_BYTES) + STAMP_BYTES;
        read.limit(at + STAMP_BYTES + count).position(at + STAMP_BYTES);
        if (expected.clear().position(place).limit(place + count).mismatch(read) >= 0) {
          throw wrong(readKey, page);
        }
        read.limit(end);
      }
    }
  }

  private static IOException wrong(int key, long page) {
    return new WrongBytesException("key " + key + " has wrong bytes in page " + page);
  }

  /** A store returned bytes that were not put under this key. */
  static final class WrongBytesException extends IOException {
    private static final long serialVersionUID = 1;

    WrongBytesException(String message) {
      super(message);
    }
  }
}
