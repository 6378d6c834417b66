package io.gigafs.server.data;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Paths of objects on their volumes:
 *
 * <pre>
 * directory / partition[.n] / name.object
 * </pre>
 *
 * <p>Directory and object are ids in hexadecimal, so no path is used twice. The number n counts the
 * full directories of the partition on the volume; it is omitted for the first. The name is the
 * file's, for people who read the path: characters other than letters, digits, and {@code . _ -}
 * are encoded as {@code %} and two hexadecimal digits, and long names are cut off. Pure functions.
 */
final class ObjectPath {
  private static final int MAX_NAME_BYTES = 255;
  private static final int ID_BYTES = 16;
  private static final int ESCAPED_BYTES = 3;
  private static final String HEX = "0123456789abcdef";

  private ObjectPath() {}

  /**
   * The path of a new object.
   *
   * @param number how many objects the partition has placed before
   * @param mostPerDirectory maximum number of objects in a directory of a volume
   */
  static String of(
      InodeId directory,
      PartitionIndex partition,
      long number,
      int mostPerDirectory,
      Name name,
      InodeId object) {
    long filled = number / mostPerDirectory;
    return Long.toHexString(directory.value())
        + "/"
        + partition.value()
        + (filled == 0 ? "" : "." + filled)
        + "/"
        + escaped(name.bytes())
        + "."
        + Long.toHexString(object.value());
  }

  private static String escaped(byte[] name) {
    StringBuilder text = new StringBuilder();
    for (byte each : name) {
      int character = Byte.toUnsignedInt(each);
      boolean isSafe = isSafe(character);
      if (text.length() + (isSafe ? 1 : ESCAPED_BYTES) > MAX_NAME_BYTES - 1 - ID_BYTES) {
        break;
      }
      if (isSafe) {
        text.append((char) character);
      } else {
        text.append('%').append(HEX.charAt(character >> 4)).append(HEX.charAt(character & 0xf));
      }
    }
    return text.toString();
  }

  private static boolean isSafe(int character) {
    return (character >= 'a' && character <= 'z')
        || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9')
        || character == '.'
        || character == '_'
        || character == '-';
  }
}
