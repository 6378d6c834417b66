package io.gigafs.volume;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * An object on a volume: the location of a file's bytes. No location is assigned to two files, nor
 * twice to one.
 *
 * @param volume the volume's number, which is never reused
 * @param path of the object below the volume's root, without a leading slash
 */
public record DataLocation(int volume, String path) {
  /** The lowest volume number. */
  public static final int FIRST_VOLUME = 1;

  private static final int MAX_PATH_BYTES = 4_095;

  public DataLocation {
    if (volume < FIRST_VOLUME) {
      throw new IllegalArgumentException("volumes are numbered from 1, not " + volume);
    }
    if (!leadsDown(path)) {
      throw new IllegalArgumentException("'" + path + "' is not a path below a volume's root");
    }
  }

  /** Whether each component of a path is a name: not empty, not a dot, not "..". */
  private static boolean leadsDown(String path) {
    int start = 0;
    for (int at = 0; at <= path.length(); at++) {
      if (at == path.length() || path.charAt(at) == '/') {
        boolean isName =
            switch (at - start) {
              case 0 -> false;
              case 1 -> path.charAt(start) != '.';
              case 2 -> path.charAt(start) != '.' || path.charAt(start + 1) != '.';
              default -> true;
            };
        if (!isName) {
          return false;
        }
        start = at + 1;
      } else if (path.charAt(at) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether the path is reserved for Giga itself: a mark, what is set aside, a probe. */
  public boolean isReserved() {
    return path.startsWith(Volume.HIDDEN)
        || path.endsWith("/" + Volume.MARK)
        || path.contains("/" + Volume.MARK + "/");
  }

  /** The volume's number, 4 bytes, highest first, then the path in UTF-8. */
  public byte[] encode() {
    byte[] utf8 = path.getBytes(StandardCharsets.UTF_8);
    if (utf8.length > MAX_PATH_BYTES) {
      throw new IllegalArgumentException("an object's path has " + utf8.length + " bytes");
    }
    return ByteBuffer.allocate(Integer.BYTES + utf8.length).putInt(volume).put(utf8).array();
  }

  /**
   * Decodes the bytes of {@link #encode}.
   *
   * @throws IllegalArgumentException if they are malformed
   */
  public static DataLocation decode(byte[] encoded) {
    if (encoded.length <= Integer.BYTES || encoded.length > Integer.BYTES + MAX_PATH_BYTES) {
      throw new IllegalArgumentException("a location has " + encoded.length + " bytes");
    }
    return new DataLocation(
        ByteBuffer.wrap(encoded).getInt(),
        new String(encoded, Integer.BYTES, encoded.length - Integer.BYTES, StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "volume " + volume + ": " + path;
  }
}
