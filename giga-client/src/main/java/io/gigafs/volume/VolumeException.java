package io.gigafs.volume;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Something that a volume could not do. The message names volume and object, and what to do. */
public final class VolumeException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /** Why. */
  public enum Kind {
    /** The object is not there, though the volume is. */
    NOT_FOUND,
    /** The object is there already. */
    EXISTS,
    /** No space or quota is left. */
    NO_SPACE,
    /** An object cannot be that large there. */
    TOO_LARGE,
    /** The volume takes no changes. */
    READ_ONLY,
    /** The volume is not there: not mounted, or its mark is missing or another volume's. */
    GONE,
    /** This process may not do that. */
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
