package io.gigafs.protocol.namespace;

/** Whether an extended attribute that is set may exist before, as in setxattr(2). */
public enum XattrMode {
  /** It may exist. */
  SET(0),
  /** It must not exist (EEXIST): XATTR_CREATE. */
  CREATE(1),
  /** It must exist (ENODATA): XATTR_REPLACE. */
  REPLACE(2);

  private final int code;

  XattrMode(int code) {
    this.code = code;
  }

  /** The number on the wire. */
  public int code() {
    return code;
  }

  /**
   * The mode with this number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static XattrMode ofCode(int code) {
    for (XattrMode mode : values()) {
      if (mode.code == code) {
        return mode;
      }
    }
    throw new IllegalArgumentException("unknown mode of setting an attribute " + code);
  }
}
