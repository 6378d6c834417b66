package io.gigafs.protocol;

import io.gigafs.volume.DataLocation;

/**
 * Lets one client read blocks of one content of an object from members of the cache group, for a
 * while. Made by the server that has the file, for who has it open; other servers see by the seal
 * that no client made it up.
 *
 * <p>Says more than that the client may read: nobody could write to the object when it was made,
 * the object had this size, and no later content is ever named by this generation. So bytes that
 * are read from the object afterwards may be kept under the generation.
 *
 * @param location of the object
 * @param generation of its content: the file's ctime in ns
 * @param size of the object in bytes
 * @param expiresMillis until when it holds, ms since the epoch by the servers' clocks
 * @param seal {@value #SEAL_BYTES} bytes
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record BlockPermit(
    DataLocation location, long generation, long size, long expiresMillis, byte[] seal) {
  /** How long a seal is. */
  public static final int SEAL_BYTES = 16;

  public BlockPermit {
    if (seal.length != SEAL_BYTES) {
      throw new IllegalArgumentException("a seal of " + seal.length + " bytes");
    }
    if (size < 0) {
      throw new IllegalArgumentException("an object of " + size + " bytes");
    }
  }

  void write(WireWriter out) {
    out.bytes(location.encode()).int64(generation).varlong(size).int64(expiresMillis).bytes(seal);
  }

  static BlockPermit read(WireReader in) {
    return new BlockPermit(in.location(), in.int64(), in.size(), in.int64(), in.bytes());
  }
}
