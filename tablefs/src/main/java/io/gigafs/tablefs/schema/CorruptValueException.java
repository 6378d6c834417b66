package io.gigafs.tablefs.schema;

import io.gigafs.tablefs.CorruptRowException;
import java.util.HexFormat;

/** Bytes of a row that are no valid value of its family, or of a newer format. */
public final class CorruptValueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CorruptValueException(String message) {
    super(message);
  }

  /** The same failure of a decoder outside of this package. */
  public static CorruptValueException of(RuntimeException failure) {
    CorruptValueException made = new CorruptValueException(String.valueOf(failure.getMessage()));
    made.initCause(failure);
    return made;
  }

  /** The exception for callers of the store, with the key of the row. */
  public CorruptRowException ofRow(Family family, byte[] key) {
    return new CorruptRowException(
        family.label(),
        key.clone(),
        "corrupt row in family "
            + family.label()
            + ", key "
            + HexFormat.of().formatHex(key)
            + ": "
            + getMessage()
            + "; restore the store from a copy or remove the row",
        this);
  }
}
