package io.gigafs.hadoop.volume;

import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeException.Kind;
import io.gigafs.volume.VolumeMark;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code .giga-volume} at the root of a volume, which identifies volume and cluster. It is
 * read again only when it has changed. Safe for use by several threads.
 */
final class HdfsMarkFile {
  private static final String NAME = Volume.MARK;
  private static final int MAX_BYTES = 1_024;

  private final FileSystem files;
  private final Path path;
  private final String text;
  private final VolumeFailures failures;

  /** The modification time of the file that was read. */
  private volatile long seenMillis = -1;

  HdfsMarkFile(FileSystem files, Path root, VolumeMark mark, VolumeFailures failures) {
    this.files = files;
    this.path = new Path(root, NAME);
    this.text = mark.text();
    this.failures = failures;
  }

  /** Fails with GONE unless this volume is there. */
  void check() throws IOException {
    FileStatus status;
    try {
      status = files.getFileStatus(path);
    } catch (FileNotFoundException e) {
      throw failures.of(Kind.GONE, "the file " + NAME + " is missing", e);
    }
    if (status.getModificationTime() == seenMillis) {
      return;
    }
    String found = read();
    if (!text.equals(found)) {
      throw failures.of(Kind.GONE, "another volume is in its place: " + shown(found), null);
    }
    seenMillis = status.getModificationTime();
  }

  /**
   * Whether the root is marked as this volume.
   *
   * @throws VolumeException of kind EXISTS if it is marked as another one
   */
  boolean isThere() throws IOException {
    String found = read();
    if (found != null && !found.equals(text)) {
      throw failures.of(Kind.EXISTS, "it is another volume already: " + shown(found), null);
    }
    return found != null;
  }

  /** The mark at a root; empty if there is none. */
  static Optional<VolumeMark> markAt(FileSystem files, Path root, VolumeFailures failures)
      throws IOException {
    String found = read(files, new Path(root, NAME));
    if (found == null) {
      return Optional.empty();
    }
    Optional<VolumeMark> mark = VolumeMark.parse(found);
    if (mark.isEmpty()) {
      throw failures.of(
          Kind.EXISTS, "there is a file " + NAME + " that is not a mark: " + shown(found), null);
    }
    return mark;
  }

  void write() throws IOException {
    try (FSDataOutputStream out = files.create(path, false)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.hsync();
    }
  }

  /** Removes the mark, unless it is another volume's. */
  void remove() throws IOException {
    if (text.equals(read())) {
      files.delete(path, false);
    }
  }

  private static String shown(@Nullable String found) {
    return String.valueOf(found).strip().replace('\n', ' ');
  }

  private @Nullable String read() throws IOException {
    return read(files, path);
  }

  private static @Nullable String read(FileSystem files, Path path) throws IOException {
    try (FSDataInputStream in = files.open(path)) {
      return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
    } catch (FileNotFoundException e) {
      return null;
    }
  }
}
