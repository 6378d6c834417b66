package io.gigafs.cache;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/** The keys of objects on volumes in the caches of clients and in the cache group. */
public final class ObjectKeys {
  private static final byte PLAIN = 'p';
  private static final byte HASHED = 'h';
  private static final int ID_BYTES = 1 + 2 * Long.BYTES + 2 * Integer.BYTES;

  private ObjectKeys() {}

  /**
   * The key of an object with a block size: from its cluster, volume, block size and path, or the
   * SHA-256 of a long path.
   */
  public static CacheKey of(UUID cluster, int volume, String path, int blockBytes) {
    byte[] utf8 = path.getBytes(StandardCharsets.UTF_8);
    boolean isShort = ID_BYTES + utf8.length <= CacheKey.MAX_BYTES;
    byte[] name = isShort ? utf8 : sha256(utf8);
    return CacheKey.of(
        ByteBuffer.allocate(ID_BYTES + name.length)
            .put(isShort ? PLAIN : HASHED)
            .putLong(cluster.getMostSignificantBits())
            .putLong(cluster.getLeastSignificantBits())
            .putInt(volume)
            .putInt(blockBytes)
            .put(name)
            .array());
  }

  /** Whether a key belongs to an object of a cluster, with a block size. */
  public static boolean isOf(CacheKey key, UUID cluster, int blockBytes) {
    ByteBuffer name = ByteBuffer.wrap(key.toBytes());
    if (name.remaining() <= ID_BYTES) {
      return false;
    }
    byte kind = name.get();
    UUID itsCluster = new UUID(name.getLong(), name.getLong());
    name.getInt(); // the volume
    int itsBlockBytes = name.getInt();
    return (kind == PLAIN || kind == HASHED)
        && itsCluster.equals(cluster)
        && itsBlockBytes == blockBytes;
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
