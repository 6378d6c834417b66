package io.gigafs.server.group;

import io.gigafs.protocol.BlockPermit;
import io.gigafs.rpc.Clock;
import io.gigafs.volume.DataLocation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes permits to read blocks, and tells them from what is none. Safe for use by several threads.
 *
 * <p>All servers of a cluster have the same key, so each knows the permits of the others without
 * asking them. The key comes from the cluster's secret in ZooKeeper and never goes over the wire.
 *
 * <p>Invariant: a permit of a generation is made only while the file's server knows that nobody may
 * write to the object, and that the file's ctime is the generation. As the next writer's report
 * gives the file a later ctime, the generation names no other content before that; and as permits
 * cannot be made up, no fill puts bytes under a generation to come.
 *
 * <p>Permits end by the wall clocks of two servers. Where these differ by more than {@link
 * #VALID_MILLIS}, permits are refused, and clients read from the volumes.
 */
public final class Permits {
  /** For how long a permit is good. */
  public static final long VALID_MILLIS = 600_000;

  /** The lifetime that clients get: shorter than the real one, so that they renew in time. */
  public static final int CLIENT_LIFETIME_MILLIS = 480_000;

  private static final String ALGORITHM = "HmacSHA256";

  /** What the key is for, so that the secret can serve for other things too. */
  private static final byte[] PURPOSE =
      "giga cache group permits, version 1".getBytes(StandardCharsets.UTF_8);

  private static final int FIXED_BYTES = 5 * Long.BYTES + Integer.BYTES;

  private final SecretKeySpec key;
  private final Clock clock;

  /**
   * Permits of a cluster.
   *
   * @param secret of the cluster's servers
   */
  public Permits(byte[] secret, Clock clock) {
    this.key = new SecretKeySpec(seal(new SecretKeySpec(secret, ALGORITHM), PURPOSE), ALGORITHM);
    this.clock = clock;
  }

  /**
   * A permit for a client's caller; see the invariant.
   *
   * @param client the id by which its connections say who they are of
   */
  public BlockPermit issue(
      DataLocation location, long generation, long size, long client, int uid) {
    long expiresMillis = wallMillis() + VALID_MILLIS;
    return new BlockPermit(
        location,
        generation,
        size,
        expiresMillis,
        sealOf(location, generation, size, expiresMillis, client, uid));
  }

  /** Whether a server of the cluster made the permit, for this client's caller, and it holds. */
  public boolean isValid(BlockPermit permit, long client, int uid) {
    long leftMillis = permit.expiresMillis() - wallMillis();
    return leftMillis >= 0
        && leftMillis <= 2 * VALID_MILLIS
        && MessageDigest.isEqual(
            permit.seal(),
            sealOf(
                permit.location(),
                permit.generation(),
                permit.size(),
                permit.expiresMillis(),
                client,
                uid));
  }

  private long wallMillis() {
    return TimeUnit.NANOSECONDS.toMillis(clock.wallNanos());
  }

  private byte[] sealOf(
      DataLocation location, long generation, long size, long expires, long client, int uid) {
    byte[] object = location.encode();
    byte[] all =
        ByteBuffer.allocate(FIXED_BYTES + object.length)
            .putLong(generation)
            .putLong(size)
            .putLong(expires)
            .putLong(client)
            .putInt(uid)
            .putLong(object.length)
            .put(object)
            .array();
    return Arrays.copyOf(seal(key, all), BlockPermit.SEAL_BYTES);
  }

  private static byte[] seal(SecretKeySpec key, byte[] bytes) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(bytes);
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }
}
