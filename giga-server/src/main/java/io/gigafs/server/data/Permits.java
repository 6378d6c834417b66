package io.gigafs.server.data;

import io.gigafs.protocol.cache.BlockPermit;
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
 * Issues and verifies permits to read blocks. Thread-safe.
 *
 * <p>All servers of a cluster have the same key, so each verifies permits of the others without a
 * message. The key is derived from the cluster's secret in ZooKeeper and never goes over the wire.
 *
 * <p>Invariant: a permit for a generation is issued only while the file's server knows that the
 * object has no writer, and that the file's ctime is the generation. The next writer's report gives
 * the file a later ctime, so the generation never names other content. Permits cannot be forged, so
 * no fill stores bytes under a future generation.
 *
 * <p>Permits expire by the wall clocks of two servers. Where these differ by more than {@link
 * #VALID_MILLIS}, permits are refused, and clients read from the volumes.
 */
public final class Permits {
  /** Lifetime of a permit. */
  static final long VALID_MILLIS = 600_000;

  /** The lifetime that clients are given: shorter than the real one, so that they renew in time. */
  public static final int CLIENT_LIFETIME_MILLIS = 480_000;

  private static final String ALGORITHM = "HmacSHA256";

  /** Purpose of the derived key, so that the secret can serve other purposes too. */
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
   * Issues a permit for a client's caller; see the invariant.
   *
   * @param client the client id of its connections
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

  /**
   * Whether a server of the cluster issued the permit for this client's caller, and it is valid
   * now.
   */
  boolean isValid(BlockPermit permit, long client, int uid) {
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
