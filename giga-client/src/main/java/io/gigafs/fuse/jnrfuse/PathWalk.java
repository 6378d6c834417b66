package io.gigafs.fuse.jnrfuse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.Modes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * From a path to the directory number and name that the file system takes. Safe for use by several
 * threads.
 *
 * <p>libfuse builds a path from the names under which it was last asked to look each part up. So
 * what such a look-up found is remembered here, and names on the way are taken as the kernel knows
 * them: a directory in which a process works stays that directory, whatever other mounts do to its
 * name, until the kernel looks the name up anew. The last name of a path is the caller's matter.
 */
final class PathWalk {
  /** What is not remembered any more is looked up. */
  private static final int MAX_NAMES = 1 << 17;

  private static final byte[] NO_NAME = {};

  private final FuseFileSystem fileSystem;
  private final Cache<Name, Known> names = Caffeine.newBuilder().maximumSize(MAX_NAMES).build();

  PathWalk(FuseFileSystem fileSystem) {
    this.fileSystem = fileSystem;
  }

  /** A name in a directory, which may be moved. */
  private record Name(long directory, ByteBuffer bytes) {
    Name(ResolvedPath place) {
      this(place.directory, ByteBuffer.wrap(place.name));
    }
  }

  /** What a name was seen to lead to. */
  record Known(long inode, boolean isDirectory) {}

  /** Where a path leads: a name in a directory; of the mounted directory an empty one. */
  static final class ResolvedPath {
    private long directory;
    private byte[] name = NO_NAME;

    long directory() {
      return directory;
    }

    byte[] name() {
      return name;
    }

    boolean isRoot() {
      return name.length == 0;
    }

    @Override
    public String toString() {
      return "a name of " + name.length + " bytes in directory " + directory;
    }
  }

  /**
   * Walks to the directory that a path's last name is in.
   *
   * @return 0, or a negative errno
   */
  int walk(FuseCaller caller, byte[] path, FuseAttributes scratch, ResolvedPath out) {
    long directory = fileSystem.root();
    int begin = 1;
    while (true) {
      int end = begin;
      while (end < path.length && path[end] != '/') {
        end++;
      }
      out.directory = directory;
      out.name = begin >= path.length ? NO_NAME : Arrays.copyOfRange(path, begin, end);
      if (end >= path.length) {
        return 0;
      }
      Known next = known(out);
      if (next == null) {
        int result = lookup(caller, out, scratch);
        if (result < 0) {
          return result;
        }
        next = knownOf(scratch);
      }
      if (!next.isDirectory) {
        return -Errno.ENOTDIR;
      }
      directory = next.inode;
      begin = end + 1;
    }
  }

  /** Looks a name up, and remembers what it leads to. */
  int lookup(FuseCaller caller, ResolvedPath place, FuseAttributes out) {
    int result = fileSystem.lookup(caller, place.directory, place.name, out.expecting(0));
    if (result >= 0) {
      remember(place, out);
    } else if (result == -Errno.ENOENT) {
      forget(place);
    }
    return result;
  }

  /** What a name was last seen to lead to, or null. */
  @Nullable Known known(ResolvedPath place) {
    return names.getIfPresent(new Name(place));
  }

  void remember(ResolvedPath place, FuseAttributes found) {
    names.put(new Name(place), knownOf(found));
  }

  void forget(ResolvedPath place) {
    names.invalidate(new Name(place));
  }

  /** A file has another name now. */
  void renamed(ResolvedPath from, ResolvedPath to) {
    Name old = new Name(from);
    Known moved = names.getIfPresent(old);
    names.invalidate(old);
    if (moved == null) {
      forget(to);
    } else {
      names.put(new Name(to), moved);
    }
  }

  static Known knownOf(FuseAttributes found) {
    return new Known(found.inode(), (found.mode() & Modes.TYPE) == Modes.DIRECTORY);
  }
}
