package io.gigafs.volume.posix;

import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeRoots;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a volume's root is at an allowed location, wherever symbolic links lead, even if they
 * change concurrently. Safe for use by several threads.
 *
 * <p>An opened directory is accepted if it is identical to the one reached from an allowed
 * directory without any link. The result is remembered, so that each later open costs one read of
 * attributes.
 */
final class RootGuard {
  private final URI volume;
  private final Path root;
  private final VolumeRoots roots;
  private volatile @Nullable Object known;

  RootGuard(URI volume, Path root, VolumeRoots roots) {
    this.volume = volume;
    this.root = root;
    this.roots = roots;
  }

  /** Fails with DENIED unless the open root is at an allowed location. */
  void check(SecureDirectoryStream<Path> opened) throws IOException {
    if (roots.areAnywhere()) {
      return;
    }
    Object key = keyOf(opened);
    if (key.equals(known)) {
      return;
    }
    Path real = root.toRealPath();
    for (Path allowed : roots.paths()) {
      if (key.equals(keyBelow(allowed, real))) {
        known = key;
        return;
      }
    }
    throw denied(real);
  }

  private VolumeException denied(Path real) {
    return roots.denied(volume, real.equals(root) ? "" : "; it leads to " + real);
  }

  /**
   * The key of the file at a path below a directory, without following links; null if there is
   * none.
   */
  private @Nullable Object keyBelow(Path allowed, Path real) throws IOException {
    try {
      Path base = allowed.toRealPath();
      if (!real.startsWith(base)) {
        return null;
      }
      try (DirectoryStream<Path> opened = Files.newDirectoryStream(base)) {
        if (!(opened instanceof SecureDirectoryStream<Path> top)) {
          throw PosixTree.unsupported();
        }
        if (real.equals(base)) {
          return keyOf(top);
        }
        List<Path> components = new ArrayList<>();
        base.relativize(real).forEach(components::add);
        return PosixTree.below(
            base,
            top,
            components,
            (directory, name) ->
                directory
                    .getFileAttributeView(
                        name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes()
                    .fileKey());
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return null;
    }
  }

  private static Object keyOf(SecureDirectoryStream<Path> opened) throws IOException {
    Object key =
        opened.getFileAttributeView(BasicFileAttributeView.class).readAttributes().fileKey();
    if (key == null) {
      throw PosixTree.unsupported();
    }
    return key;
  }
}
