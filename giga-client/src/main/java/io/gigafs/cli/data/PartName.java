package io.gigafs.cli.data;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The name of an incomplete copy: {@code .NAME.ID.part}, where the id identifies the source in its
 * current state. So an interrupted copy is found again, and never mistaken for one of a source that
 * has changed since.
 */
public final class PartName {
  /** Keeps the name within 255 bytes. */
  private static final int MAX_NAME_BYTES = 200;

  private static final int ID_BYTES = 8;

  private PartName() {}

  /**
   * The name of an incomplete copy.
   *
   * @param name of the complete copy
   * @param source distinguishes the source from others, and from its own states at other times
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
