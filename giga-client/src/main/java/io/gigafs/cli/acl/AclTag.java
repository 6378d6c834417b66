package io.gigafs.cli.acl;

/** The kind of an entry, in the order of entries. */
public enum AclTag {
  OWNER(1, "user"),
  USER(2, "user"),
  OWNING_GROUP(4, "group"),
  GROUP(8, "group"),
  /** The upper limit for the owning group, users and groups. */
  MASK(16, "mask"),
  OTHER(32, "other");

  private final int code;
  private final String word;

  AclTag(int code, String word) {
    this.code = code;
    this.word = word;
  }

  /** The number in the kernel's format. */
  int code() {
    return code;
  }

  /** The word that entries start with. */
  String word() {
    return word;
  }

  /** Whether an entry has a user or group id. */
  boolean isNamed() {
    return this == USER || this == GROUP;
  }

  /** Whether the mask limits it. */
  boolean isMasked() {
    return this == USER || this == OWNING_GROUP || this == GROUP;
  }

  static AclTag ofCode(int code) {
    for (AclTag tag : values()) {
      if (tag.code == code) {
        return tag;
      }
    }
    throw new IllegalArgumentException("unknown tag " + code + " in an access control list");
  }
}
