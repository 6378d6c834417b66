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
 * Keeps files to their owner, whatever the umask: names, bytes of files and who may read them are
 * in a store.
 */
public final class OwnerOnly {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerOnly.class);
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private OwnerOnly() {}

  /**
   * Makes a folder that only its owner enters, if it is not there. Those above it are made as the
   * umask says: volumes may be beside it, to which users have to get.
   */
  public static void createFolders(Path folder) throws IOException {
    Path above = folder.toAbsolutePath().getParent();
    if (above != null) {
      Files.createDirectories(above);
    }
    Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER));
  }

  /** Makes one folder, which must not be there, that only its owner enters. */
  public static void createFolder(Path folder) throws IOException {
    Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(FOLDER));
  }

  /** Takes all rights of others from a folder or file. */
  public static void tightenOnly(Path path) {
    tightenOne(path);
  }

  /** Takes all rights of others from a folder and all that is in it; links are not followed. */
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

  /** Goes on behind what it cannot look at: the store may remove its files meanwhile. */
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

  /** Makes the files of a folder the owner's only, not folders in it. */
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
