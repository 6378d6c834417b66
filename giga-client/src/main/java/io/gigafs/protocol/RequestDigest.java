package io.gigafs.protocol;

import io.gigafs.protocol.Request.HandleRequest;
import java.util.zip.CRC32C;

/**
 * Distinguishes requests with the same mutation number: a retry has the digest of the first
 * attempt, while another request has a different one, except by chance. The digest does not include
 * the destination of a request and the client's waiting time. Digests are stored, so they are the
 * same in every process. Pure.
 */
public final class RequestDigest {
  /** An odd number without a pattern. */
  private static final long MIXER = 0x9e3779b97f4a7c15L;

  private RequestDigest() {}

  /** The digest of a request that changes one name, or one open file at any location. */
  public static int of(Mutation<?> request) {
    long digest = request.opcode().code();
    if (request instanceof HandleRequest<?> handle) {
      digest = mix(mix(digest, handle.handle().number()), handle.handle().session());
    } else {
      digest = mix(digest, request.name().hash());
    }
    return (int) (mix(digest, request.content()) >>> Integer.SIZE);
  }

  /**
   * The digest of one entry of a bulk change.
   *
   * @param nameHash of the entry's name
   */
  public static short ofEntry(Opcode<?> opcode, long nameHash) {
    return (short) (mix(opcode.code(), nameHash) >>> (Long.SIZE - Short.SIZE));
  }

  public static long mix(long digest, long value) {
    long mixed = (digest ^ value) * MIXER;
    return mixed ^ mixed >>> Integer.SIZE;
  }

  public static long mix(long digest, boolean value) {
    return mix(digest, value ? 1 : 2);
  }

  public static long mix(long digest, byte[] value) {
    CRC32C crc = new CRC32C();
    crc.update(value);
    return mix(mix(digest, value.length), crc.getValue());
  }
}
