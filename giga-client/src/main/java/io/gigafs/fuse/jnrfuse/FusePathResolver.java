package io.gigafs.fuse.jnrfuse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.StatModes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Resolves paths to the directory numbers and names that the file system takes. Safe for use by
 * several threads.
 *
 * <p>libfuse builds a path from the names by which it last looked each component up. So the results
 * of these lookups are cached here, and the components of a path lead to what the kernel knows: a
 * working directory stays the same directory, even if other mounts rename or replace it, until the
 * kernel looks the name up again. The caller resolves the last component.
 */
final class FusePathResolver {
  /** Names beyond this limit are looked up again. */
  private static final int MAX_NAMES = 1 << 17;

  private static final byte[] NO_NAME = {};

  private final FuseFileSystem fileSystem;
  private final Cache<Name, Known> names = Caffeine.newBuilder().maximumSize(MAX_NAMES).build();

  FusePathResolver(FuseFileSystem fileSystem) {
    this.fileSystem = fileSystem;
  }

  /** A name in a directory, which may be moved. */
  private record Name(long directory, ByteBuffer bytes) {
    Name(ResolvedPath place) {
      this(place.directory, ByteBuffer.wrap(place.name));
    }
  }

  /** The file that a name was seen to lead to. */
  record Known(long inode, boolean isDirectory) {}

  /** The target of a path: a name in a directory, or an empty name for the mounted directory. */
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
   * Resolves all but the last component of a path.
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

  /** Looks a name up, and caches the result. */
  int lookup(FuseCaller caller, ResolvedPath place, FuseAttributes out) {
    int result = fileSystem.lookup(caller, place.directory, place.name, out.expecting(0));
    if (result >= 0) {
      remember(place, out);
    } else if (result == -Errno.ENOENT) {
      forget(place);
    }
    return result;
  }

  /** The cached target of a name, or null. */
  @Nullable Known known(ResolvedPath place) {
    return names.getIfPresent(new Name(place));
  }

  void remember(ResolvedPath place, FuseAttributes found) {
    names.put(new Name(place), knownOf(found));
  }

  void forget(ResolvedPath place) {
    names.invalidate(new Name(place));
  }

  /** A file was renamed. */
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
    return new Known(found.inode(), (found.mode() & StatModes.TYPE) == StatModes.DIRECTORY);
  }
}
