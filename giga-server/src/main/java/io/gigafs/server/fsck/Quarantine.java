package io.gigafs.server.fsck;

import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoredRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Files for unreadable rows that are removed from the store, so that their content can still be
 * inspected. Thread-safe for different rows.
 *
 * <p>A file has a row in each line: the name of its family, its key and its value, both in
 * hexadecimal, separated by spaces.
 */
final class Quarantine {
  private static final FileAttribute<Set<java.nio.file.attribute.PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<Set<java.nio.file.attribute.PosixFilePermission>>
      OWNER_ONLY_DIRECTORY =
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path directory;

  Quarantine(Path directory) {
    this.directory = directory;
  }

  /**
   * Saves copies of rows, at least one, durably; they stay in the store until {@link
   * Store#deleteRaw}.
   *
   * @return the file that has them
   */
  Path keep(List<StoredRow> rows) {
    StringBuilder lines = new StringBuilder();
    HexFormat hex = HexFormat.of();
    for (StoredRow row : rows) {
      lines
          .append(row.family())
          .append(' ')
          .append(hex.formatHex(row.key()))
          .append(' ')
          .append(hex.formatHex(row.value()))
          .append('\n');
    }
    Path file = directory.resolve(UUID.nameUUIDFromBytes(rows.get(0).key()) + ".rows");
    try {
      if (!Files.isDirectory(directory)) {
        Files.createDirectories(directory, OWNER_ONLY_DIRECTORY);
      }
      append(file, lines.toString());
    } catch (IOException e) {
      throw new UncheckedIOException("rows could not be kept in " + file, e);
    }
    return file;
  }

  private static void append(Path file, String lines) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND), OWNER_ONLY)) {
      ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }
}
