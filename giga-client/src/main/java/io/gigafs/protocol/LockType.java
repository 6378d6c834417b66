package io.gigafs.protocol;

/** Whether a lock shares what it covers. */
public enum LockType {
  /** With other shared ones: F_RDLCK, LOCK_SH. */
  SHARED(0),
  /** With nobody: F_WRLCK, LOCK_EX. */
  EXCLUSIVE(1);

  private final int code;

  LockType(int code) {
    this.code = code;
  }

  /** The number on the wire and in the store. */
  public int code() {
    return code;
  }

  /**
   * The type of a number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static LockType ofCode(int code) {
    for (LockType type : values()) {
      if (type.code == code) {
        return type;
      }
    }
    throw new IllegalArgumentException("unknown type of a lock " + code);
  }
}
