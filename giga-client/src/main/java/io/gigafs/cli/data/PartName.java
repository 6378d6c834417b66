package io.gigafs.cli.data;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a copy is called while it is not whole: {@code .NAME.ID.part}, where the id stands for the
 * source as it is. So a copy that was cut off is found again, and never taken for one of a source
 * that has changed since.
 */
public final class PartName {
  /** So that it fits into 255 bytes. */
  private static final int MAX_NAME_BYTES = 200;

  private static final int ID_BYTES = 8;

  private PartName() {}

  /**
   * The name of a part.
   *
   * @param name of the whole
   * @param source all that tells the source from others, and from itself at other times
   */
  public static byte[] of(byte[] name, String source) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write('.');
    bytes.write(name, 0, Math.min(name.length, MAX_NAME_BYTES));
    bytes.writeBytes(("." + id(source) + ".part").getBytes(StandardCharsets.US_ASCII));
    return bytes.toByteArray();
  }

  private static String id(String source) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(source.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, ID_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
