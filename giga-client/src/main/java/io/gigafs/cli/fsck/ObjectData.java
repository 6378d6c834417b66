package io.gigafs.cli.fsck;

import io.gigafs.protocol.data.KnownObject;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Reads objects and verifies their checksums. Safe for use by several threads. */
final class ObjectData {
  private static final int BUFFER_BYTES = 1 << 20;

  private static final ThreadLocal<ByteBuffer> BUFFERS =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(BUFFER_BYTES));

  private final Predicate<String> wanted;
  private final VolumeProgress progress;
  private final AtomicLong verified = new AtomicLong();

  /**
   * @param wanted the paths of objects to read
   */
  ObjectData(Predicate<String> wanted, VolumeProgress progress) {
    this.wanted = wanted;
    this.progress = progress;
  }

  /** Whether an object is to be read and has a checksum. */
  boolean verifies(KnownObject object) {
    return object.settled() && object.crc() != null && wanted.test(object.path());
  }

  /** How many objects were read completely. */
  long verified() {
    return verified.get();
  }

  /** The error in an object's bytes, or null. */
  @Nullable String wrong(Volume volume, KnownObject object) throws VolumeException {
    Integer expected = object.crc();
    int found = crc(volume, object.path());
    verified.incrementAndGet();
    return expected == null || expected == found
        ? null
        : "its CRC32C is %08x, that of what was written %08x".formatted(found, expected);
  }

  private int crc(Volume volume, String path) throws VolumeException {
    CRC32C crc = new CRC32C();
    ByteBuffer buffer = BUFFERS.get();
    try (VolumeObject object = volume.open(path, false)) {
      long offset = 0;
      int count;
      do {
        buffer.clear();
        count = object.read(offset, buffer);
        buffer.flip();
        crc.update(buffer);
        offset += count;
        progress.read(count);
      } while (count == BUFFER_BYTES);
    }
    return (int) crc.getValue();
  }
}
