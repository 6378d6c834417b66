package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.protocol.Codec;

/** The treatment of an existing new name by a rename, as in renameat2(2). */
public enum RenameMode {
  /** The existing file is replaced, if that is permitted. */
  REPLACE(0),
  /** The rename fails: RENAME_NOREPLACE. */
  NO_REPLACE(1),
  /** The two files are exchanged; both must exist: RENAME_EXCHANGE. */
  EXCHANGE(2),
  /** As REPLACE, and creates a whiteout at the old name: RENAME_WHITEOUT. */
  WHITEOUT(3),
  /** As NO_REPLACE, and creates a whiteout at the old name. */
  WHITEOUT_NO_REPLACE(4);

  public static final Codec<RenameMode> CODEC = codeOf(RenameMode.class, RenameMode::code);

  private final int code;

  RenameMode(int code) {
    this.code = code;
  }

  /** The number on the wire and in intents. */
  public int code() {
    return code;
  }

  /** The mode of the new name alone, without the effect on the old one. */
  public RenameMode atNewName() {
    return switch (this) {
      case WHITEOUT -> REPLACE;
      case WHITEOUT_NO_REPLACE -> NO_REPLACE;
      case REPLACE, NO_REPLACE, EXCHANGE -> this;
    };
  }

  /** Whether it creates a character device with number 0 at the old name, as overlayfs expects. */
  public boolean leavesWhiteout() {
    return this == WHITEOUT || this == WHITEOUT_NO_REPLACE;
  }

  /**
   * The mode with this number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static RenameMode ofCode(int code) {
    for (RenameMode mode : values()) {
      if (mode.code == code) {
        return mode;
      }
    }
    throw new IllegalArgumentException("unknown mode of a rename " + code);
  }
}
