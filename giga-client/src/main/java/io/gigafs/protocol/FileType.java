package io.gigafs.protocol;

/** The type of a file, numbered as in the {@code S_IFMT} bits of stat(2) shifted right by 12. */
public enum FileType {
  FIFO(1, 'p'),
  CHARACTER_DEVICE(2, 'c'),
  DIRECTORY(4, 'd'),
  BLOCK_DEVICE(6, 'b'),
  REGULAR(8, '-'),
  SYMLINK(10, 'l'),
  SOCKET(12, 's');

  private static final FileType[] BY_CODE = new FileType[16];

  static {
    for (FileType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final int code;
  private final char letter;

  FileType(int code, char letter) {
    this.code = code;
    this.letter = letter;
  }

  /** The number on the wire. */
  public int code() {
    return code;
  }

  /** The first letter of a line of {@code ls -l}. */
  public char letter() {
    return letter;
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
