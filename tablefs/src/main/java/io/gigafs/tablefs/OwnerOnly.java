package io.gigafs.tablefs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restricts files to their owner regardless of the umask: a store contains names, bytes of files
 * and their permissions.
 */
public final class OwnerOnly {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerOnly.class);
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private OwnerOnly() {}

  /**
   * Creates a directory that only its owner can enter, if it does not exist. Its parents are
   * created with the umask, because volumes may be next to it, which users must be able to reach.
   */
  public static void createFolders(Path folder) throws IOException {
    Path above = folder.toAbsolutePath().getParent();
    if (above != null) {
      Files.createDirectories(above);
    }
    Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER));
  }

  /** Creates one directory, which must not exist, that only its owner can enter. */
  public static void createFolder(Path folder) throws IOException {
    Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(FOLDER));
  }

  /** Removes all rights of others from a directory or file. */
  public static void tightenOnly(Path path) {
    tightenOne(path);
  }

  /** Removes all rights of others from a directory and its contents. Does not follow links. */
  public static void tighten(Path root) {
    try {
      Files.walkFileTree(root, new Tightening());
    } catch (IOException e) {
      mayBeOpen(root, e);
    }
  }

  private static void mayBeOpen(Path path, Exception why) {
    LOG.warn("{} may be open to others than its owner: {}", path, why.toString());
  }

  /** Continues after a failure: the store may remove its files meanwhile. */
  private static final class Tightening extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      tightenOne(folder);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      tightenOne(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      if (failure instanceof NoSuchFileException) {
        LOG.trace("{} is gone", file, failure);
      } else {
        mayBeOpen(file, failure);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
      if (failure != null) {
        mayBeOpen(folder, failure);
      }
      return FileVisitResult.CONTINUE;
    }
  }

  /** Restricts the files of a directory to the owner, not its subdirectories. */
  public static void tightenFiles(Path folder) {
    List<Path> found;
    try (Stream<Path> files = Files.list(folder)) {
      found = files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).toList();
    } catch (IOException | UncheckedIOException e) {
      mayBeOpen(folder, e);
      return;
    }
    found.forEach(OwnerOnly::tightenOne);
  }

  private static void tightenOne(Path path) {
    try {
      boolean isFolder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
      if (!isFolder && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      Set<PosixFilePermission> wanted = isFolder ? FOLDER : FILE;
      if (!wanted.containsAll(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS))) {
        Files.setPosixFilePermissions(path, wanted);
      }
    } catch (NoSuchFileException e) {
      LOG.trace("{} is gone", path, e);
    } catch (IOException e) {
      mayBeOpen(path, e);
    }
  }
}
