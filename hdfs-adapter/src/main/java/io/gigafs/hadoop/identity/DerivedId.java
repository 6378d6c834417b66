package io.gigafs.hadoop.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Ids derived from names: 2^30 plus 30 bits of the name's SHA-256, far above those of accounts. The
 * probability that two of 5,000 names collide is about one percent.
 */
final class DerivedId {
  private static final int BASE = 1 << 30;

  private DerivedId() {}

  static int of(String name) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return BASE | (ByteBuffer.wrap(digest).getInt() & (BASE - 1));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
