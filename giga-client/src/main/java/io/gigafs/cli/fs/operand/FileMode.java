package io.gigafs.cli.fs.operand;

import io.gigafs.protocol.FileType;

/** Permission bits in readable forms. */
public final class FileMode {
  public static final int SET_USER = 04000;
  public static final int SET_GROUP = 02000;
  public static final int STICKY = 01000;
  public static final int PERMISSIONS = 0777;
  public static final int ALL = 07777;

  private FileMode() {}

  /** The ten characters of {@code ls -l}. */
  public static String symbolic(FileType type, int mode) {
    StringBuilder text = new StringBuilder(10).append(type.letter());
    appendTriple(text, mode >> 6, mode & SET_USER, 's');
    appendTriple(text, mode >> 3, mode & SET_GROUP, 's');
    appendTriple(text, mode, mode & STICKY, 't');
    return text.toString();
  }

  /** The bits in octal. */
  public static String octal(int mode) {
    return Integer.toOctalString(mode & ALL);
  }

  private static void appendTriple(StringBuilder text, int bits, int special, char letter) {
    boolean execute = (bits & 1) != 0;
    text.append((bits & 4) != 0 ? 'r' : '-').append((bits & 2) != 0 ? 'w' : '-');
    if (special != 0) {
      text.append(execute ? letter : Character.toUpperCase(letter));
    } else {
      text.append(execute ? 'x' : '-');
    }
  }
}
