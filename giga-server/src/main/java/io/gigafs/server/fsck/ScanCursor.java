package io.gigafs.server.fsck;

import io.gigafs.tablefs.EntryKey;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a scan; the server itself keeps none of it.
 *
 * <pre>
 * u8 stage, key of the last row that was looked at
 * </pre>
 *
 * @param <S> the stages, scanned in the order of their codes
 * @param after empty to begin the stage
 */
@SuppressWarnings("ArrayRecordComponent") // a key, passed on as it is
record ScanCursor<S extends Enum<S> & ScanCursor.Stage>(S stage, byte[] after) {
  private static final byte[] BEGINNING = {};
  private static final int MAX_ENTRY_BYTES = 2 * Long.BYTES + EntryKey.MAX_NAME_BYTES;

  /** A client's cursor is not one that a server returned. */
  static final class NoCursorException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    NoCursorException() {
      super("invalid cursor: start the scan again");
    }
  }

  /** A stage of a scan. */
  interface Stage {
    /** The code in a cursor. */
    int code();

    /** Whether the scan ends with it. */
    boolean isLast();
  }

  /**
   * Decodes a client's cursor.
   *
   * @param first where a scan begins
   * @throws NoCursorException if it is invalid
   */
  static <S extends Enum<S> & Stage> ScanCursor<S> decode(byte[] encoded, S first) {
    return encoded.length == 0
        ? new ScanCursor<>(first, BEGINNING)
        : new ScanCursor<>(
            stage(first.getDeclaringClass(), encoded[0]),
            Arrays.copyOfRange(encoded, 1, encoded.length));
  }

  private static <S extends Enum<S> & Stage> S stage(Class<S> stages, int code) {
    for (S stage : stages.getEnumConstants()) {
      if (stage.code() == code) {
        return stage;
      }
    }
    throw new NoCursorException();
  }

  boolean isAtStart() {
    return after.length == 0;
  }

  /** The entry after which to continue, null to begin the stage. */
  @Nullable EntryKey entry() {
    if (isAtStart()) {
      return null;
    }
    if (after.length <= 2 * Long.BYTES || after.length > MAX_ENTRY_BYTES) {
      throw new NoCursorException();
    }
    return EntryKey.ofEncoded(after);
  }

  /** The key after which to continue, null to begin the stage. */
  byte @Nullable [] key() {
    return isAtStart() ? null : after;
  }

  /** A cursor that continues after a key of the same stage. */
  byte[] behind(byte[] key) {
    byte[] encoded = new byte[1 + key.length];
    encoded[0] = (byte) stage.code();
    System.arraycopy(key, 0, encoded, 1, key.length);
    return encoded;
  }

  /** A cursor that continues with the next stage; empty after the last. */
  byte[] nextStage() {
    return stage.isLast()
        ? BEGINNING
        : new byte[] {(byte) stage(stage.getDeclaringClass(), stage.code() + 1).code()};
  }
}
