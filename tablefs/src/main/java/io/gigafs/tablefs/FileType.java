package io.gigafs.tablefs;

/** The type of an entry, numbered as in the {@code S_IFMT} bits of stat(2) shifted right by 12. */
public enum FileType {
  FIFO(1),
  CHARACTER_DEVICE(2),
  DIRECTORY(4),
  BLOCK_DEVICE(6),
  REGULAR(8),
  SYMLINK(10),
  SOCKET(12);

  private static final FileType[] BY_CODE = new FileType[16];

  static {
    for (FileType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final int code;

  FileType(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /**
   * The type of a code.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static FileType ofCode(int code) {
    FileType type = code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    if (type == null) {
      throw new IllegalArgumentException("unknown file type code " + code);
    }
    return type;
  }
}
