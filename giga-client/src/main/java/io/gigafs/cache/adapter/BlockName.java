package io.gigafs.cache.adapter;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The key of a block in a third-party store: printable ASCII characters without spaces, at most
 * {@value #MAX_LENGTH}, as Memcached and Couchbase require.
 *
 * <pre>
 * giga1:GENERATION:INDEX:tKEY      a key of printable characters, as it is
 * giga1:GENERATION:INDEX:bKEY      another of up to 150 bytes, in Base64 for URLs
 * giga1:GENERATION:INDEX:hDIGEST   a longer one: its SHA-256 in Base64; the value has the key
 * </pre>
 *
 * The generation and the index plus one are hexadecimal.
 */
final class BlockName {
  /** The prefix of all keys; the digit is the version of keys and values. */
  static final String PREFIX = "giga1:";

  /** The length of the longest key: prefix, 16 and 8 digits, two colons, a letter, 200 bytes. */
  static final int MAX_LENGTH = PREFIX.length() + 16 + 8 + 2 + 1 + CacheKey.MAX_BYTES;

  private static final int MAX_BASE64_BYTES = 150;

  private BlockName() {}

  static String of(BlockKey block) {
    return PREFIX
        + Long.toHexString(block.generation())
        + ':'
        + Integer.toHexString(block.index() + 1)
        + ':'
        + name(block.key());
  }

  private static String name(CacheKey key) {
    byte[] bytes = key.toBytes();
    if (isPrintable(bytes)) {
      return 't' + new String(bytes, StandardCharsets.US_ASCII);
    }
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    return isDigest(key)
        ? 'h' + base64.encodeToString(digest(bytes))
        : 'b' + base64.encodeToString(bytes);
  }

  /** Whether the name has only a digest of the key, so that the value must have the key itself. */
  static boolean isDigest(CacheKey key) {
    return key.length() > MAX_BASE64_BYTES && !isPrintable(key.toBytes());
  }

  private static boolean isPrintable(byte[] bytes) {
    for (byte each : bytes) {
      if (each <= ' ' || each > '~') {
        return false;
      }
    }
    return true;
  }

  private static byte[] digest(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /**
   * Parses a name; null if it is not the name of a block.
   *
   * @param digested the key, if the name has only a digest
   */
  static @Nullable BlockKey parse(String name, @Nullable CacheKey digested) {
    if (!name.startsWith(PREFIX)) {
      return null;
    }
    String[] parts = name.substring(PREFIX.length()).split(":", 3);
    if (parts.length < 3 || parts[2].length() < 2) {
      return null;
    }
    try {
      CacheKey key = key(parts[2], digested);
      return key == null
          ? null
          : new BlockKey(
              key,
              Long.parseUnsignedLong(parts[0], 16),
              Integer.parseUnsignedInt(parts[1], 16) - 1);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static @Nullable CacheKey key(String name, @Nullable CacheKey digested) {
    String text = name.substring(1);
    return switch (name.charAt(0)) {
      case 't' -> CacheKey.of(text);
      case 'b' -> CacheKey.of(Base64.getUrlDecoder().decode(text));
      case 'h' -> digested;
      default -> null;
    };
  }

  /** Whether a name has only a digest of the key. */
  static boolean hasDigest(String name) {
    String[] parts = name.split(":", 4);
    return parts.length == 4 && parts[3].startsWith("h");
  }
}
