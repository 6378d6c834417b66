package io.gigafs.protocol;

/** What a rename does if its new name is taken, as of renameat2(2). */
public enum RenameMode {
  /** What has the name goes, if it may be replaced. */
  REPLACE(0),
  /** The rename fails: RENAME_NOREPLACE. */
  NO_REPLACE(1),
  /** The two change places, which both have to be there: RENAME_EXCHANGE. */
  EXCHANGE(2),
  /** As REPLACE, and a whiteout has the old name afterwards: RENAME_WHITEOUT. */
  WHITEOUT(3),
  /** As NO_REPLACE, and a whiteout has the old name afterwards. */
  WHITEOUT_NO_REPLACE(4);

  private final int code;

  RenameMode(int code) {
    this.code = code;
  }

  /** The number on the wire and in intents. */
  public int code() {
    return code;
  }

  /** What becomes of the new name alone, whatever is left at the old one. */
  public RenameMode atNewName() {
    return switch (this) {
      case WHITEOUT -> REPLACE;
      case WHITEOUT_NO_REPLACE -> NO_REPLACE;
      case REPLACE, NO_REPLACE, EXCHANGE -> this;
    };
  }

  /** Whether a character device with number 0 is left at the old name, as overlayfs has it. */
  public boolean leavesWhiteout() {
    return this == WHITEOUT || this == WHITEOUT_NO_REPLACE;
  }

  /**
   * The mode of a number.
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
