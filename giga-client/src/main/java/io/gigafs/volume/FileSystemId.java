package io.gigafs.volume;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The mounted file system of a path, as identified by one machine since its boot. Mounts on two
 * machines have different ids, even of the same file system.
 *
 * @param value {@link #UNKNOWN}'s, or some bits of a hash
 */
public record FileSystemId(long value) {
  /** Equal to itself, but to no real file system. */
  public static final FileSystemId UNKNOWN = new FileSystemId(0);

  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  /** The id for a file or directory; {@link #UNKNOWN} if the machine does not report it. */
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
