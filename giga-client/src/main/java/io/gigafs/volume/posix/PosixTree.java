package io.gigafs.volume.posix;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Traverses a volume's directories: each from its parent, by descriptor, and never through a
 * symbolic link, so that a user with write permission below the root cannot lead a server out of
 * it. Safe for use by several threads.
 *
 * <p>This process may lack read permission on a directory that it may search: Giga makes such
 * directories for everybody but their owner. It is traversed by name, if only the volume's owner or
 * the superuser could replace it.
 */
final class PosixTree {
  private final Path root;
  private final MarkFile mark;
  private final RootGuard guard;

  PosixTree(Path root, MarkFile mark, RootGuard guard) {
    this.root = root;
    this.mark = mark;
    this.guard = guard;
  }

  /** An action in a directory. */
  @FunctionalInterface
  interface Action<T> {
    /**
     * Runs the action.
     *
     * @param name relative to the directory; usually a bare name
     */
    T in(SecureDirectoryStream<Path> directory, Path name) throws IOException;
  }

  Path root() {
    return root;
  }

  /** Fails unless the volume is there. */
  void checkThere() throws IOException {
    try (SecureDirectoryStream<Path> top = openRoot()) {
      mark.check(top);
    }
  }

  /**
   * Runs an action at a path.
   *
   * @param components of the path, the last of which is passed to the action
   */
  <T> T at(List<Path> components, Action<T> action) throws IOException {
    try (SecureDirectoryStream<Path> top = openRoot()) {
      return below(top, components, action);
    }
  }

  /** The same, but only if the mark is there. */
  <T> T checkedAt(List<Path> components, Action<T> action) throws IOException {
    try (SecureDirectoryStream<Path> top = openRoot()) {
      mark.check(top);
      return below(top, components, action);
    }
  }

  private <T> T below(SecureDirectoryStream<Path> top, List<Path> components, Action<T> action)
      throws IOException {
    return below(root, top, components, action);
  }

  /**
   * Runs an action below an open directory.
   *
   * @param owned whose owner is trusted with directories that this process cannot read
   */
  static <T> T below(
      Path owned, SecureDirectoryStream<Path> top, List<Path> components, Action<T> action)
      throws IOException {
    SecureDirectoryStream<Path> at = top;
    Path passed = null;
    try {
      int last = components.size() - 1;
      for (Path component : components.subList(0, last)) {
        Path next = passed == null ? component : passed.resolve(component);
        SecureDirectoryStream<Path> entered = enter(owned, at, next);
        if (entered == null) {
          passed = next;
        } else {
          passed = null;
          SecureDirectoryStream<Path> above = at;
          at = entered;
          if (above != top) {
            above.close();
          }
        }
      }
      Path name = components.get(last);
      return action.in(at, passed == null ? name : passed.resolve(name));
    } finally {
      if (at != top) {
        at.close();
      }
    }
  }

  private static @Nullable SecureDirectoryStream<Path> enter(
      Path owned, SecureDirectoryStream<Path> at, Path name) throws IOException {
    try {
      return at.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
    } catch (AccessDeniedException e) {
      if (isOnlyTheOwners(owned, at, name)) {
        return null;
      }
      throw e;
    }
  }

  private static boolean isOnlyTheOwners(Path owned, SecureDirectoryStream<Path> at, Path name)
      throws IOException {
    PosixFileAttributes found =
        at.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .readAttributes();
    return found.isDirectory()
        && (found.owner().equals(Files.getOwner(owned)) || found.owner().getName().equals("root"))
        && !found.permissions().contains(PosixFilePermission.GROUP_WRITE)
        && !found.permissions().contains(PosixFilePermission.OTHERS_WRITE);
  }

  /** The root's own path may contain links, but may not lead out of the allowed locations. */
  @SuppressWarnings("StreamResourceLeak") // the caller closes it
  SecureDirectoryStream<Path> openRoot() throws IOException {
    DirectoryStream<Path> opened;
    try {
      opened = Files.newDirectoryStream(root);
    } catch (NoSuchFileException | NotDirectoryException e) {
      throw mark.missing(root, e);
    }
    if (opened instanceof SecureDirectoryStream<Path> secure) {
      try {
        guard.check(secure);
        return secure;
      } catch (IOException | RuntimeException e) {
        secure.close();
        throw e;
      }
    }
    opened.close();
    throw unsupported();
  }

  static IOException unsupported() {
    return new IOException("this system cannot open files by their directories' descriptors");
  }
}
