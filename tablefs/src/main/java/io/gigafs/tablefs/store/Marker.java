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
 * The file that marks a directory as a store, so that this is known before anything in it is
 * opened:
 *
 * <pre>
 * giga-store 1
 * id 123e4567-e89b-12d3-a456-426614174000
 * complete
 * cluster 9b2f6c1e-5d0a-4c39-8f5e-0a4d2f7c6b18
 * owner s1
 * marked
 * </pre>
 *
 * <p>The number is the format. The third line is {@code new} while the store is being created. Each
 * later line is absent while the store belongs to no cluster, while it has no owner, and while its
 * database has no {@code WriteMark}, respectively.
 *
 * @param format see {@link Format}
 * @param complete whether the database was created; otherwise it contains nothing acknowledged
 * @param owner the only server that may use the store
 * @param marked whether the database has a record of the position up to which it was written
 */
record Marker(
    long format,
    UUID id,
    boolean complete,
    @Nullable UUID cluster,
    @Nullable String owner,
    boolean marked) {
  static final String FILE = "STORE";

  private static final String MAGIC = "giga-store ";
  private static final String ID = "id ";
  private static final String COMPLETE = "complete";
  private static final String NEW = "new";
  private static final String CLUSTER = "cluster ";
  private static final String OWNER = "owner ";
  private static final String MARKED = "marked";
  private static final int FIXED_LINES = 3;

  /** The marker of a store that is about to be created. */
  static Marker fresh(UUID id) {
    return new Marker(Format.VERSION, id, false, null, null, false);
  }

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
      if (lines.size() < FIXED_LINES || !lines.get(1).startsWith(ID)) {
        throw new IOException("it has lost its id");
      }
      UUID id = UUID.fromString(lines.get(1).substring(ID.length()).strip());
      String state = lines.get(2).strip();
      if (!state.equals(COMPLETE) && !state.equals(NEW)) {
        throw new IOException("it is damaged at '" + state + "'");
      }
      return rest(
          lines.subList(FIXED_LINES, lines.size()),
          new Marker(format, id, state.equals(COMPLETE), null, null, false));
    } catch (IllegalArgumentException e) {
      throw new IOException("it is damaged", e);
    }
  }

  private static Marker rest(List<String> lines, Marker first) throws IOException {
    Marker marker = first;
    for (String line : lines) {
      if (line.startsWith(CLUSTER)) {
        marker = marker.boundTo(UUID.fromString(line.substring(CLUSTER.length()).strip()));
      } else if (line.startsWith(OWNER)) {
        marker = marker.ownedBy(line.substring(OWNER.length()).strip());
      } else if (line.strip().equals(MARKED)) {
        marker = marker.asMarked();
      } else {
        throw new IOException("it is damaged at '" + line + "'");
      }
    }
    return marker;
  }

  /** Replaces the marker of a directory, durably and atomically. */
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
            + (cluster == null ? "" : CLUSTER + cluster + "\n")
            + (owner == null ? "" : OWNER + owner + "\n")
            + (marked ? MARKED + "\n" : ""));
    force(fresh, StandardOpenOption.WRITE);
    Files.move(
        fresh,
        directory.resolve(FILE),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    force(directory, StandardOpenOption.READ);
  }

  Marker asComplete() {
    return new Marker(format, id, true, cluster, owner, marked);
  }

  Marker boundTo(UUID newCluster) {
    return new Marker(format, id, complete, newCluster, owner, marked);
  }

  Marker ownedBy(String newOwner) {
    return new Marker(format, id, complete, cluster, newOwner, marked);
  }

  Marker asMarked() {
    return new Marker(format, id, complete, cluster, owner, true);
  }

  private static void force(Path path, StandardOpenOption how) throws IOException {
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }
}
