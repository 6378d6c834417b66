package io.gigafs.volume.posix;

import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeMark;
import io.gigafs.volume.VolumeProvider;
import io.gigafs.volume.VolumeRoots;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.Optional;

/** Directories of mounted file systems as volumes. Safe for use by several threads. */
public final class PosixProvider implements VolumeProvider {
  /** The directory that a file system itself creates at its root, other than hidden names. */
  static final String LOST_AND_FOUND = "lost+found";

  @Override
  public String scheme() {
    return "posix";
  }

  @Override
  public Volume open(URI uri, VolumeMark mark, VolumeRoots roots) throws VolumeException {
    PosixErrors failures = new PosixErrors(mark.volume(), uri);
    MarkFile markFile = new MarkFile(mark, failures);
    Path root = rootOf(uri, failures);
    PosixTree tree = new PosixTree(root, markFile, new RootGuard(uri, root, roots));
    try {
      tree.checkThere();
    } catch (IOException e) {
      throw failures.of("be opened", "", e, true);
    }
    return new PosixVolume(tree, failures);
  }

  @Override
  public Optional<VolumeMark> inspect(URI uri, boolean adopts, VolumeRoots roots)
      throws VolumeException {
    PosixErrors failures = new PosixErrors(uri);
    Path root = rootOf(uri, failures);
    try (DirectoryStream<Path> opened = Files.newDirectoryStream(root)) {
      if (!(opened instanceof SecureDirectoryStream<Path> directory)) {
        throw PosixTree.unsupported();
      }
      new RootGuard(uri, root, roots).check(directory);
      Optional<VolumeMark> mark = MarkFile.markIn(directory, failures);
      if (mark.isEmpty() && !adopts) {
        checkEmpty(root, failures);
      }
      return mark;
    } catch (NoSuchFileException | NotDirectoryException e) {
      throw missing(root, failures, e);
    } catch (IOException e) {
      throw failures.of("be made a volume", "", e, false);
    }
  }

  private static VolumeException missing(Path root, PosixErrors failures, IOException cause) {
    return failures.gone("there is no directory " + root + " on this server; mount it", cause);
  }

  @Override
  public void prepare(URI uri, VolumeMark mark, boolean adopts) throws VolumeException {
    PosixErrors failures = new PosixErrors(mark.volume(), uri);
    MarkFile markFile = new MarkFile(mark, failures);
    Path root = rootOf(uri, failures);
    try {
      if (!markFile.isAt(root)) {
        if (!adopts) {
          checkEmpty(root, failures);
        }
        markFile.writeAt(root);
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      throw missing(root, failures, e);
    } catch (IOException e) {
      throw failures.of("be made a volume", "", e, false);
    }
  }

  @Override
  public void release(URI uri, VolumeMark mark) throws VolumeException {
    PosixErrors failures = new PosixErrors(mark.volume(), uri);
    MarkFile markFile = new MarkFile(mark, failures);
    Path root = rootOf(uri, failures);
    try {
      markFile.removeFrom(root);
    } catch (IOException e) {
      throw failures.of("be released", "", e, true);
    }
  }

  private static Path rootOf(URI uri, PosixErrors failures) throws VolumeException {
    String path = uri.getPath();
    if (uri.getAuthority() != null || path == null || !path.startsWith("/")) {
      throw failures.invalid("a volume of this kind is written posix:///path, with three slashes");
    }
    Path root = Path.of(path).normalize();
    if (root.getNameCount() == 0) {
      throw failures.invalid("the root of all file systems cannot be a volume");
    }
    return root;
  }

  private static void checkEmpty(Path root, PosixErrors failures) throws IOException {
    try (DirectoryStream<Path> names = Files.newDirectoryStream(root)) {
      for (Path name : names) {
        String last = String.valueOf(name.getFileName());
        if (!last.startsWith(".") && !last.equals(LOST_AND_FOUND)) {
          throw failures.exists(
              "it is not empty: it holds '"
                  + last
                  + "'; take an empty directory, or have the tree adopted (giga volume adopt)");
        }
      }
    }
  }
}
