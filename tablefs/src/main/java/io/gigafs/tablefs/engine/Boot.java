package io.gigafs.tablefs.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Identifies a boot of the machine. Mapped memory that a process left is valid until the next boot.
 *
 * @param id differs from boot to boot
 */
public record Boot(UUID id) {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  /**
   * The current boot; a random id, which matches no other, on a system that does not report one.
   */
  public static Boot current() throws IOException {
    try {
      return new Boot(UUID.fromString(Files.readString(BOOT_ID).strip()));
    } catch (NoSuchFileException e) {
      return new Boot(UUID.randomUUID());
    }
  }

  /** 48 bits of the id. */
  public long high() {
    return id.getMostSignificantBits() >>> 16;
  }

  /** Another 48 bits of the id. */
  public long low() {
    return id.getLeastSignificantBits() & ((1L << 48) - 1);
  }
}
