package io.gigafs.tablefs.store;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The file that says that a directory is a store, so that this is known before anything in it is
 * opened:
 *
 * <pre>
 * giga-store 1
 * id 123e4567-e89b-12d3-a456-426614174000
 * complete
 * cluster 9b2f6c1e-5d0a-4c39-8f5e-0a4d2f7c6b18
 * </pre>
 *
 * The number is the format. The third line is {@code new} while the store is being made. The last
 * is missing while the store belongs to no cluster.
 *
 * @param format see {@link Format}
 * @param complete whether the database was made; else there is nothing in it that was acknowledged
 */
record Marker(long format, UUID id, boolean complete, @Nullable UUID cluster) {
  static final String FILE = "STORE";

  private static final String MAGIC = "giga-store ";
  private static final String ID = "id ";
  private static final String COMPLETE = "complete";
  private static final String NEW = "new";
  private static final String CLUSTER = "cluster ";

  /**
   * The marker of a directory, or null if it has none.
   *
   * @throws StoreException if the format is newer or the file cannot be read
   */
  static @Nullable Marker read(Path directory) {
    Path file = directory.resolve(FILE);
    try {
      return parse(directory, Files.readAllLines(file, StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new StoreException(
          Kind.UNUSABLE, directory + " is no usable store: cannot read " + file + ": " + e, e);
    }
  }

  private static Marker parse(Path directory, List<String> lines) throws IOException {
    String first = lines.isEmpty() ? "" : lines.get(0);
    if (!first.startsWith(MAGIC)) {
      throw new IOException("it does not start with \"" + MAGIC.strip() + "\"");
    }
    try {
      long format = Long.parseLong(first.substring(MAGIC.length()).strip());
      Format.check(directory.toString(), format);
      if (lines.size() < 3 || !lines.get(1).startsWith(ID)) {
        throw new IOException("it has lost its id");
      }
      UUID id = UUID.fromString(lines.get(1).substring(ID.length()).strip());
      UUID cluster =
          lines.size() > 3 && lines.get(3).startsWith(CLUSTER)
              ? UUID.fromString(lines.get(3).substring(CLUSTER.length()).strip())
              : null;
      return new Marker(format, id, lines.get(2).strip().equals(COMPLETE), cluster);
    } catch (IllegalArgumentException e) {
      throw new IOException("it is damaged", e);
    }
  }

  /** Replaces the marker of a directory, durably and at once. */
  void write(Path directory) throws IOException {
    Path fresh = directory.resolve(FILE + ".new");
    Files.writeString(
        fresh,
        MAGIC
            + format
            + "\n"
            + ID
            + id
            + "\n"
            + (complete ? COMPLETE : NEW)
            + "\n"
            + (cluster == null ? "" : CLUSTER + cluster + "\n"));
    force(fresh, StandardOpenOption.WRITE);
    Files.move(
        fresh,
        directory.resolve(FILE),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    force(directory, StandardOpenOption.READ);
  }

  Marker asComplete() {
    return new Marker(format, id, true, cluster);
  }

  Marker boundTo(UUID newCluster) {
    return new Marker(format, id, complete, newCluster);
  }

  private static void force(Path path, StandardOpenOption how) throws IOException {
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }
}
