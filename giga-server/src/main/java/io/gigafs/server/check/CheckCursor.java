package io.gigafs.server.check;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How far a check has come: nothing of it is kept in the server.
 *
 * <pre>
 * u8 stage, key of the last row that was looked at
 * </pre>
 *
 * @param after empty to begin the stage
 */
@SuppressWarnings("ArrayRecordComponent") // a key, passed on as it is
record CheckCursor(Stage stage, byte[] after) {
  private static final byte[] BEGINNING = {};

  /** What is looked at, in this order. */
  enum Stage {
    PARTITIONS(0),
    ENTRIES(1),
    INTENTS(2),
    REPLIES(3),
    /** Of small files; a check of its own. */
    BYTES(4);

    private final int code;

    Stage(int code) {
      this.code = code;
    }

    private static @Nullable Stage ofCode(int code) {
      for (Stage stage : values()) {
        if (stage.code == code) {
          return stage;
        }
      }
      return null;
    }
  }

  /**
   * The cursor that a client gave back.
   *
   * @param first where a check begins
   * @throws IllegalArgumentException if it is none
   */
  static CheckCursor decode(byte[] encoded, Stage first) {
    if (encoded.length == 0) {
      return new CheckCursor(first, BEGINNING);
    }
    Stage stage = Stage.ofCode(encoded[0]);
    if (stage == null) {
      throw new IllegalArgumentException("no check goes on from here");
    }
    return new CheckCursor(stage, Arrays.copyOfRange(encoded, 1, encoded.length));
  }

  boolean isAtStart() {
    return after.length == 0;
  }

  /** To go on behind a key of the same stage. */
  byte[] behind(byte[] key) {
    byte[] encoded = new byte[1 + key.length];
    encoded[0] = (byte) stage.code;
    System.arraycopy(key, 0, encoded, 1, key.length);
    return encoded;
  }

  /** To go on with the next stage; empty behind the last of its check. */
  byte[] nextStage() {
    Stage next = Stage.ofCode(stage.code + 1);
    return next == null || next == Stage.BYTES ? BEGINNING : new byte[] {(byte) next.code};
  }
}
