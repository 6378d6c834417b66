package io.gigafs.volume.posix;

import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeMark;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code .giga-volume} at the root of a volume: its number and cluster. Safe for use by
 * several threads.
 *
 * <p>A check that it still exists reads only its attributes; the contents are read again only when
 * these have changed.
 */
final class MarkFile {
  static final String NAME = Volume.MARK;

  private static final Path PATH = Path.of(NAME);
  private static final int MAX_BYTES = 1_024;

  private final VolumeMark mark;
  private final PosixErrors failures;
  private volatile @Nullable Identity seen;

  private record Identity(@Nullable Object file, FileTime modified) {
    static Identity of(BasicFileAttributes attributes) {
      return new Identity(attributes.fileKey(), attributes.lastModifiedTime());
    }
  }

  MarkFile(VolumeMark mark, PosixErrors failures) {
    this.mark = mark;
    this.failures = failures;
  }

  /** Fails with GONE unless the directory is the root of this volume. */
  void check(SecureDirectoryStream<Path> root) throws IOException {
    try {
      Identity now =
          Identity.of(
              root.getFileAttributeView(
                      PATH, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                  .readAttributes());
      if (!now.equals(seen)) {
        checkText(read(root));
        seen = now;
      }
    } catch (NoSuchFileException e) {
      throw failures.gone(
          "the file " + NAME + " is missing; check that its file system is mounted", e);
    }
  }

  /** The failure of a missing root. */
  VolumeException missing(Path root, IOException cause) {
    return failures.gone("there is no directory " + root + "; mount it", cause);
  }

  private void checkText(String found) throws IOException {
    if (!found.equals(text())) {
      throw failures.gone("another volume is in its place: " + shown(found), null);
    }
  }

  /**
   * Whether a directory is marked as this volume.
   *
   * @throws IOException of kind EXISTS if it is marked as another one
   */
  boolean isAt(Path root) throws IOException {
    String found = textAt(root);
    if (found != null && !found.equals(text())) {
      throw failures.exists("it is another volume already: " + shown(found));
    }
    return found != null;
  }

  /**
   * The mark in an open directory, of any volume; empty if there is none.
   *
   * @throws IOException of kind EXISTS if a file of its name is not a mark
   */
  static Optional<VolumeMark> markIn(SecureDirectoryStream<Path> root, PosixErrors failures)
      throws IOException {
    String found;
    try {
      found = read(root);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    Optional<VolumeMark> mark = VolumeMark.parse(found);
    if (mark.isEmpty()) {
      throw failures.exists("there is a file " + NAME + " that is no mark: " + shown(found));
    }
    return mark;
  }

  private static String shown(String text) {
    return text.strip().replace('\n', ' ');
  }

  private static @Nullable String textAt(Path root) throws IOException {
    if (!Files.exists(root.resolve(PATH), LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    try (FileChannel file = FileChannel.open(root.resolve(PATH), reading())) {
      return read(file);
    }
  }

  /** Writes the mark to a directory, durably. */
  void writeAt(Path root) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            root.resolve(PATH),
            Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")))) {
      ByteBuffer text = ByteBuffer.wrap(text().getBytes(StandardCharsets.UTF_8));
      while (text.hasRemaining()) {
        file.write(text);
      }
      file.force(true);
    }
    Files.setPosixFilePermissions(root.resolve(PATH), PosixFilePermissions.fromString("rw-r--r--"));
    sync(root);
  }

  /** Removes the mark, unless it is another volume's. */
  void removeFrom(Path root) throws IOException {
    if (text().equals(textAt(root))) {
      Files.delete(root.resolve(PATH));
      sync(root);
    }
  }

  private static void sync(Path directory) throws IOException {
    try (FileChannel opened = FileChannel.open(directory, StandardOpenOption.READ)) {
      opened.force(true);
    }
  }

  private static String read(SecureDirectoryStream<Path> root) throws IOException {
    try (SeekableByteChannel file = root.newByteChannel(PATH, reading())) {
      return read(file);
    }
  }

  private static String read(SeekableByteChannel file) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(MAX_BYTES);
    while (text.hasRemaining() && file.read(text) >= 0) {
      // Reads until the end of the file.
    }
    return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8);
  }

  private static Set<java.nio.file.OpenOption> reading() {
    return Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  }

  private String text() {
    return mark.text();
  }
}
