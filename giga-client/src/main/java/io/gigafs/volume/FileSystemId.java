package io.gigafs.volume;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Which mounted file system something is on, as one machine has it since it booted. What two
 * machines have mounted has two ids, be it the same or not.
 *
 * @param value {@link #UNKNOWN}'s, or some bits of a hash
 */
public record FileSystemId(long value) {
  /** Equal to itself, but nobody's. */
  public static final FileSystemId UNKNOWN = new FileSystemId(0);

  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  /** Of a file or directory; {@link #UNKNOWN} where a machine does not tell. */
  public static FileSystemId of(Path path) {
    try {
      String named = Files.readString(BOOT).strip() + " " + Files.getAttribute(path, "unix:dev");
      byte[] bytes = named.getBytes(StandardCharsets.UTF_8);
      return new FileSystemId(UUID.nameUUIDFromBytes(bytes).getMostSignificantBits());
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return UNKNOWN;
    }
  }

  public boolean isKnown() {
    return value != UNKNOWN.value;
  }
}
