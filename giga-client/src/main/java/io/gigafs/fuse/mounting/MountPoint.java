package io.gigafs.fuse.mounting;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.NativeCalls;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prepares the directory to mount on, or refuses it with a reason. */
final class MountPoint {
  private static final Logger LOG = LoggerFactory.getLogger(MountPoint.class);

  private final NativeCalls calls;
  private final Mounter mounter;
  private final MountTable table;

  MountPoint(NativeCalls calls, Mounter mounter, MountTable table) {
    this.calls = calls;
    this.mounter = mounter;
    this.table = table;
  }

  /**
   * Checks that a directory can be mounted on, and removes a stale mount that a crashed process
   * left there.
   *
   * @return its path without links, as in the mount table
   */
  Path prepare(Path directory, boolean nonEmpty) throws IOException {
    Path place = place(directory);
    if (isDead(place)) {
      LOG.warn("Removing the stale mount on {}, whose process is gone", place);
      mounter.unmount(place, true);
    }
    if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(
          Files.exists(place, LinkOption.NOFOLLOW_LINKS)
              ? place + " is not a directory"
              : place + " does not exist: create the directory first");
    }
    String type = table.typeOn(place).orElse("");
    if (type.startsWith("fuse.")) {
      throw new IOException(place + " is mounted already (" + type + ")");
    }
    if (!nonEmpty && !isEmpty(place)) {
      throw new IOException(place + " is not empty; the option nonempty mounts over what is there");
    }
    return place;
  }

  /** The path without links, also of a directory that cannot be accessed. */
  static Path place(Path directory) throws IOException {
    Path absolute = directory.toAbsolutePath().normalize();
    Path parent = absolute.getParent();
    Path name = absolute.getFileName();
    if (parent == null || name == null) {
      throw new IOException("nothing is mounted on the root directory");
    }
    try {
      return absolute.toRealPath();
    } catch (FileSystemException e) {
      return parent.toRealPath().resolve(name);
    }
  }

  private boolean isDead(Path place) throws IOException {
    if (!table.typeOn(place).orElse("").startsWith("fuse")) {
      return false;
    }
    // The kernel's cached directory would hide this for a while, so it is opened anew.
    int opened = calls.open(place.toString(), NativeCalls.DIRECTORY_CLOEXEC);
    if (opened >= 0) {
      calls.close(opened);
    }
    return opened == -Errno.ENOTCONN;
  }

  private static boolean isEmpty(Path place) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
      return !entries.iterator().hasNext();
    }
  }
}
