package io.gigafs.server.check;

import io.gigafs.tablefs.EntryKey;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How far a scan for objects has come.
 *
 * <pre>
 * u8 stage, key of the last row that was looked at
 * </pre>
 *
 * @param after empty to begin the stage
 */
@SuppressWarnings("ArrayRecordComponent") // a key, passed on as it is
record ObjectCursor(Stage stage, byte[] after) {
  private static final byte[] BEGINNING = {};

  /**
   * Where objects are named, in the order in which an object goes from one to the next: placed, on
   * its way with its file, a file's, to be deleted. What goes on meanwhile is met again later.
   */
  enum Stage {
    HOLDS(0),
    INTENTS(1),
    ENTRIES(2),
    RECLAIM(3);

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
   * @throws IllegalArgumentException if it is none
   */
  static ObjectCursor decode(byte[] encoded) {
    if (encoded.length == 0) {
      return new ObjectCursor(Stage.HOLDS, BEGINNING);
    }
    Stage stage = Stage.ofCode(encoded[0]);
    if (stage == null) {
      throw new IllegalArgumentException("no scan for objects goes on from here");
    }
    return new ObjectCursor(stage, Arrays.copyOfRange(encoded, 1, encoded.length));
  }

  /** The entry to go on behind, null to begin the stage. */
  @Nullable EntryKey entry() {
    return after.length == 0 ? null : EntryKey.ofEncoded(after);
  }

  /** The key to go on behind, null to begin the stage. */
  byte @Nullable [] key() {
    return after.length == 0 ? null : after;
  }

  /** To go on behind a key of the same stage. */
  byte[] behind(byte[] key) {
    byte[] encoded = new byte[1 + key.length];
    encoded[0] = (byte) stage.code;
    System.arraycopy(key, 0, encoded, 1, key.length);
    return encoded;
  }

  /** To go on with the next stage; empty behind the last. */
  byte[] nextStage() {
    Stage next = Stage.ofCode(stage.code + 1);
    return next == null ? BEGINNING : new byte[] {(byte) next.code};
  }
}
