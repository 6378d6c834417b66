package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.protocol.Codec;

/** The mode of a lock. */
public enum LockType {
  /** Compatible with other shared locks: F_RDLCK, LOCK_SH. */
  SHARED(0),
  /** Compatible with no other lock: F_WRLCK, LOCK_EX. */
  EXCLUSIVE(1);

  static final Codec<LockType> CODEC = codeOf(LockType.class, LockType::code);

  private final int code;

  LockType(int code) {
    this.code = code;
  }

  /** The number on the wire and in the store. */
  public int code() {
    return code;
  }

  /**
   * The type with this number.
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
