package io.gigafs.server.fsx;

import io.gigafs.protocol.ErrorCode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The result of a call: an error, bytes, numbers, or only success.
 *
 * @param numbers a size, a size and a number of names, or whether the call was made at all
 */
@SuppressWarnings("ArrayRecordComponent") // answers are compared by their differences only
record FsxResult(@Nullable ErrorCode error, byte @Nullable [] bytes, String numbers) {
  static final FsxResult DONE = new FsxResult(null, null, "");

  /** The result of a call by a handle that is not open, on all sides: the call is skipped. */
  static final FsxResult LEFT_OUT = new FsxResult(null, null, "left out");

  static FsxResult of(ErrorCode error) {
    return new FsxResult(error, null, "");
  }

  static FsxResult of(byte[] bytes) {
    return new FsxResult(null, bytes, "");
  }

  static FsxResult ofSize(long size) {
    return new FsxResult(null, null, "size " + size);
  }

  static FsxResult ofFile(long size, int links) {
    return new FsxResult(null, null, "size " + size + ", " + links + " names");
  }

  /** The difference from the expected result; null if there is none. */
  @Nullable String differenceTo(FsxResult right) {
    if (error != right.error || !numbers.equals(right.numbers)) {
      return "answered " + this + ", should be " + right;
    }
    if (bytes == null || right.bytes == null || Arrays.equals(bytes, right.bytes)) {
      return null;
    }
    int first = Arrays.mismatch(bytes, right.bytes);
    int same = first;
    int shorter = Math.min(bytes.length, right.bytes.length);
    while (same < shorter && bytes[same] != right.bytes[same]) {
      same++;
    }
    return "read %d bytes, should be %d; from byte %d on %s, should be %s; %d bytes differ in a row"
        .formatted(
            bytes.length,
            right.bytes.length,
            first,
            some(bytes, first),
            some(right.bytes, first),
            same - first);
  }

  private static String some(byte[] bytes, int from) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < Math.min(bytes.length, from + 8); i++) {
      text.append("%02x".formatted(bytes[i]));
    }
    return text.isEmpty() ? "nothing" : text.toString();
  }

  @Override
  public String toString() {
    return error != null
        ? error.toString()
        : bytes != null ? bytes.length + " bytes" : numbers.isEmpty() ? "done" : numbers;
  }
}
