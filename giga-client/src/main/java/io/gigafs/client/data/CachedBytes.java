package io.gigafs.client.data;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.FileData;
import io.gigafs.volume.DataLocation;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A client's knowledge of a file's bytes, and its pending writes: no I/O, no waiting. Not
 * thread-safe.
 *
 * <ul>
 *   <li>UNKNOWN moves to INLINE or STORED when a server says where the bytes are.
 *   <li>INLINE moves to STORED when this client or another moved the bytes to a volume; to UNKNOWN
 *       when writes were lost, or memory is short.
 *   <li>STORED moves to UNKNOWN when the size was set, or the object is gone. While the object's
 *       volume is drained, the location expires as the bytes of state INLINE do.
 * </ul>
 *
 * Pending writes stay pending in every state, until a server has them or they are discarded.
 */
final class CachedBytes {
  /** How long bytes from a server are taken for the current ones. */
  static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final byte[] NOTHING = {};
  private static final byte[] ZEROS = new byte[4 << 10];

  /** Where the bytes are. */
  enum Where {
    UNKNOWN,
    INLINE,
    STORED
  }

  private final PendingWrites pending = new PendingWrites();
  private Where where = Where.UNKNOWN;

  /** The bytes on the server, in state INLINE, followed by zeros up to the size. */
  private byte[] base = NOTHING;

  private long size;
  private boolean draining;
  private boolean fresh;
  private long validatedNanos;
  private @Nullable DataLocation location;

  Where where() {
    return where;
  }

  PendingWrites pending() {
    return pending;
  }

  /** The object, in state STORED. */
  DataLocation location() {
    if (location == null) {
      throw new IllegalStateException("the file is not known to be on a volume");
    }
    return location;
  }

  /** The bytes on the server, in state INLINE. */
  byte[] base() {
    return base;
  }

  /** The file's size in the server's last answer, in state INLINE. */
  long size() {
    return size;
  }

  /**
   * Where the next data or the next hole begins, from an offset on, in state INLINE; -1 if there is
   * none, as always from the end on. Blocks of zeros are holes, as is everything behind the bytes
   * that the server keeps. With writes pending everything is data.
   */
  long seek(long offset, boolean toHole) {
    long end = pending.sizeOver(size);
    if (offset >= end) {
      return -1;
    }
    if (!pending.isEmpty()) {
      return toHole ? end : offset;
    }
    long block = ZEROS.length;
    long roundedUp = (base.length + block - 1) / block * block;
    long at = offset;
    while (at < Math.min(end, roundedUp)) {
      long begin = at / block * block;
      if (isZeros((int) begin, (int) Math.min(begin + block, base.length)) == toHole) {
        return at;
      }
      at = begin + block;
    }
    return toHole ? Math.min(at, end) : -1;
  }

  private boolean isZeros(int from, int to) {
    return Arrays.equals(base, from, to, ZEROS, 0, to - from);
  }

  /** The memory that it takes, with a small constant for each file. */
  long heldBytes() {
    return (long) base.length + pending.bytes();
  }

  /** Whether the bytes are known and fresh. */
  boolean isReadable(long nowNanos) {
    return where == Where.INLINE && isFresh(nowNanos);
  }

  /** Whether the object is known, and is certainly the file's or was a moment ago. */
  boolean isLocated(long nowNanos) {
    return where == Where.STORED && (!draining || isFresh(nowNanos));
  }

  /** Whether a server may assign the file another object while it is open for reading. */
  boolean isDraining() {
    return draining;
  }

  private boolean isFresh(long nowNanos) {
    return fresh && nowNanos - validatedNanos < FRESH_NANOS;
  }

  /**
   * Records where the bytes are.
   *
   * @param data null if the server did not say
   * @param fileSize of the whole file
   * @param askedNanos when the request was sent
   */
  void learn(@Nullable FileData data, long fileSize, long askedNanos) throws GigaException {
    if (data instanceof FileData.Stored stored) {
      located(stored, askedNanos);
    } else if (data instanceof FileData.Inline inline) {
      if (crcOf(inline.bytes()) != inline.crc() || inline.bytes().length > fileSize) {
        forget();
        throw ErrorCode.EIO.exception(
            "the bytes that the server sent do not match their checksum: check its store and memory");
      }
      where = Where.INLINE;
      location = null;
      base = inline.bytes();
      size = fileSize;
      fresh = true;
      validatedNanos = askedNanos;
    } else {
      forget();
    }
  }

  /** A server said where on a volume the bytes are. */
  void located(FileData.Stored stored, long askedNanos) {
    nowStored(stored.location());
    draining = stored.draining();
    fresh = true;
    validatedNanos = askedNanos;
  }

  /** The bytes are on a volume. */
  void nowStored(DataLocation object) {
    forget();
    where = Where.STORED;
    location = object;
  }

  /** Forgets everything except pending writes. */
  void forget() {
    where = Where.UNKNOWN;
    base = NOTHING;
    size = 0;
    location = null;
    draining = false;
    fresh = false;
  }

  /**
   * The file may have been changed by others. It may be written to, but a read needs a request
   * first.
   */
  void markOutcomeUnknown() {
    fresh = false;
  }

  /**
   * Whether a write leaves the file small enough for servers to keep it.
   *
   * @param mostBytes the limit, unless the file is already larger
   */
  boolean fits(long offset, int length, long mostBytes) {
    long end = offset < 0 ? pending.sizeOver(size) + length : offset + length;
    return end <= Math.max(mostBytes, base.length);
  }

  /** The server has all pending writes. */
  void written(DataResult result) {
    long end = pending.lastEndOver(size);
    long expected = pending.sizeOver(size);
    if (where == Where.INLINE) {
      boolean alone = result.attributes().size() == expected;
      if (alone && Math.max(end, base.length) <= Integer.MAX_VALUE - Long.BYTES) {
        byte[] bytes = Arrays.copyOf(base, (int) Math.max(end, base.length));
        pending.applyTo(size, 0, ByteBuffer.wrap(bytes));
        base = bytes;
        size = expected;
      } else {
        forget();
      }
    }
    pending.clear();
  }

  /**
   * Reads, in state INLINE, with pending writes applied.
   *
   * @return how many bytes
   */
  int read(long offset, ByteBuffer into) {
    long end = pending.sizeOver(size);
    if (offset >= end) {
      return 0;
    }
    int length = (int) Math.min(into.remaining(), end - offset);
    ByteBuffer part = into.slice(into.position(), length);
    int known = (int) Math.max(0, Math.min(length, base.length - offset));
    if (known > 0) {
      part.put(0, base, (int) offset, known);
    }
    for (int at = known; at < length; at += ZEROS.length) {
      part.put(at, ZEROS, 0, Math.min(ZEROS.length, length - at));
    }
    pending.applyTo(size, offset, part);
    into.position(into.position() + length);
    return length;
  }

  static int crcOf(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
