package io.gigafs.volume;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A failure of a volume. The message names volume and object, and what the operator should do. */
public final class VolumeException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /** The reason. */
  public enum Kind {
    /** The object does not exist, but the volume does. */
    NOT_FOUND,
    /** The object already exists. */
    EXISTS,
    /** No space or quota is left. */
    NO_SPACE,
    /** The storage does not support an object of that size. */
    TOO_LARGE,
    /** The volume is read-only. */
    READ_ONLY,
    /** The volume is not there: not mounted, or its mark is missing or another volume's. */
    GONE,
    /** This process lacks permission. */
    DENIED,
    /** Everything else. */
    IO
  }

  public VolumeException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
