package io.gigafs.server.data;

import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.Volume;
import io.gigafs.volume.Volume.ObjectOwner;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Copies an object from a volume to another. Thread-safe. */
final class ObjectCopier {
  private static final int BLOCK_BYTES = 1 << 20;

  /**
   * The result of a copy.
   *
   * @param source status of the old object, the same before and after
   * @param crc of all bytes
   * @param copy status of the new object
   */
  record Copied(ObjectStatus source, int crc, ObjectStatus copy) {}

  /**
   * Copies all bytes and syncs them. Blocks of zeros become holes.
   *
   * @throws VolumeException also if the old object changed meanwhile
   */
  static Copied copy(Volume from, String path, Volume to, String newPath, ObjectOwner owner)
      throws VolumeException {
    CRC32C crc = new CRC32C();
    try (VolumeObject source = from.open(path, false);
        VolumeObject copy = to.create(newPath, owner)) {
      ObjectStatus before = source.status();
      long bytes = copy(source, copy, crc);
      copy.truncate(bytes);
      copy.sync();
      ObjectStatus after = source.status();
      if (!after.equals(before) || bytes != after.size()) {
        throw new VolumeException(
            VolumeException.Kind.IO,
            "object '" + path + "' was written to while it was copied to another volume",
            null);
      }
      return new Copied(after, (int) crc.getValue(), copy.status());
    }
  }

  private static long copy(VolumeObject source, VolumeObject copy, CRC32C crc)
      throws VolumeException {
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
    long offset = 0;
    while (true) {
      int read = source.read(offset, block.clear());
      if (read == 0) {
        return offset;
      }
      crc.update(block.flip());
      block.rewind();
      if (!isZero(block)) {
        copy.write(offset, block);
      }
      offset += read;
    }
  }

  private static boolean isZero(ByteBuffer block) {
    int at = block.position();
    for (; at + Long.BYTES <= block.limit(); at += Long.BYTES) {
      if (block.getLong(at) != 0) {
        return false;
      }
    }
    for (; at < block.limit(); at++) {
      if (block.get(at) != 0) {
        return false;
      }
    }
    return true;
  }

  private ObjectCopier() {}
}
