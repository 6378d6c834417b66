package io.gigafs.protocol;

/** What a rename does if its new name is taken, as of renameat2(2). */
public enum RenameMode {
  /** What has the name goes, if it may be replaced. */
  REPLACE(0),
  /** The rename fails: RENAME_NOREPLACE. */
  NO_REPLACE(1),
  /** The two change places, which both have to be there: RENAME_EXCHANGE. */
  EXCHANGE(2);

  private final int code;

  RenameMode(int code) {
    this.code = code;
  }

  /** The number on the wire and in intents. */
  public int code() {
    return code;
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
