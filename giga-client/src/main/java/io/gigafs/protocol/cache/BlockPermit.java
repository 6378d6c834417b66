package io.gigafs.protocol.cache;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.LOCATION;
import static io.gigafs.protocol.Elements.SIZE;

import io.gigafs.protocol.Codec;
import io.gigafs.volume.DataLocation;

/**
 * Permits one client to read blocks of one version of an object's content from members of the cache
 * group, for a limited time. The server that owns the file issues it to a client that has the file
 * open; the seal proves to other servers that no client forged it.
 *
 * <p>It also guarantees that, when it was issued, no client could write to the object, that the
 * object had this size, and that no later content is ever named by this generation. So bytes that
 * are read from the object afterwards may be cached under the generation.
 *
 * @param location of the object
 * @param generation of its content: the file's ctime in ns
 * @param size of the object in bytes
 * @param expiresMillis expiry in ms since the epoch, by the servers' clocks
 * @param seal {@value #SEAL_BYTES} bytes
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record BlockPermit(
    DataLocation location, long generation, long size, long expiresMillis, byte[] seal) {
  static final Codec<BlockPermit> CODEC =
      Codec.of(BlockPermit.class, LOCATION, INT64, SIZE, INT64, BYTES);

  /** The length of a seal. */
  public static final int SEAL_BYTES = 16;

  public BlockPermit {
    if (seal.length != SEAL_BYTES) {
      throw new IllegalArgumentException("a seal of " + seal.length + " bytes");
    }
    if (size < 0) {
      throw new IllegalArgumentException("an object of " + size + " bytes");
    }
  }
}
