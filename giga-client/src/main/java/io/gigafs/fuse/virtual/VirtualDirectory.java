package io.gigafs.fuse.virtual;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseDirectory;
import io.gigafs.fuse.binding.FuseOpened;
import io.gigafs.fuse.binding.OpenFlags;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The directory {@code .giga} and the files in it. What a file holds is made when it is opened, so
 * nobody knows its size before. Safe for use by several threads.
 */
final class VirtualDirectory {
  private static final byte[] PATH = "/.giga".getBytes(StandardCharsets.US_ASCII);

  /** Handles of these files have it set, and no others. */
  private static final long HANDLE_BIT = 1L << 62;

  /** Numbers that no file of a cluster has: those below 16 are fixed. */
  private static final long FIRST_INODE = 4;

  private static final int DIRECTORY = 0040555;
  private static final int REGULAR = 0100444;
  private static final int TYPE_SHIFT = 12;

  private record File(byte[] name, long inode, Supplier<byte[]> contents) {}

  private final List<File> files;
  private final ConcurrentMap<Long, byte[]> open = new ConcurrentHashMap<>();
  private final AtomicLong lastHandle = new AtomicLong();

  VirtualDirectory(Map<String, Supplier<byte[]>> contents) {
    AtomicLong inode = new AtomicLong(FIRST_INODE);
    this.files =
        contents.entrySet().stream()
            .map(
                file ->
                    new File(
                        file.getKey().getBytes(StandardCharsets.UTF_8),
                        inode.incrementAndGet(),
                        file.getValue()))
            .toList();
  }

  /** Whether a path is that of the directory or leads into it. */
  static boolean has(byte[] path) {
    return path.length >= PATH.length
        && (path.length == PATH.length || path[PATH.length] == '/')
        && Arrays.equals(path, 0, PATH.length, PATH, 0, PATH.length);
  }

  static boolean has(long handle) {
    return handle >= HANDLE_BIT;
  }

  private @Nullable File file(byte[] path) {
    for (File file : files) {
      if (path.length == PATH.length + 1 + file.name.length
          && Arrays.equals(path, PATH.length + 1, path.length, file.name, 0, file.name.length)) {
        return file;
      }
    }
    return null;
  }

  int stat(byte[] path, FuseAttributes out) {
    if (path.length == PATH.length) {
      out.set(FIRST_INODE, DIRECTORY, 0, 0, files.size(), 2, 0, 0, 0, 0);
      return 0;
    }
    File file = file(path);
    if (file == null) {
      return -Errno.ENOENT;
    }
    out.set(file.inode, REGULAR, 0, 0, 0, 1, 0, 0, 0, 0);
    return 0;
  }

  int stat(byte @Nullable [] path, long handle, FuseAttributes out) {
    if (path != null) {
      return stat(path, out);
    }
    return open.containsKey(handle) ? -Errno.ESTALE : -Errno.EBADF;
  }

  int open(byte[] path, int flags, FuseOpened opened) {
    File file = file(path);
    if (file == null) {
      return path.length == PATH.length ? -Errno.EISDIR : -Errno.ENOENT;
    }
    if ((flags & OpenFlags.ACCESS_MODE) != OpenFlags.READ_ONLY) {
      return -Errno.EROFS;
    }
    long handle = HANDLE_BIT | lastHandle.incrementAndGet();
    open.put(handle, file.contents.get());
    opened.set(handle, file.inode);
    opened.directIo();
    return 0;
  }

  int read(long handle, long offset, ByteBuffer into) {
    byte[] contents = open.get(handle);
    if (contents == null) {
      return -Errno.EBADF;
    }
    int from = (int) Math.min(offset, contents.length);
    int length = Math.min(contents.length - from, into.remaining());
    into.put(contents, from, length);
    return length;
  }

  int release(long handle) {
    return open.remove(handle) == null ? -Errno.EBADF : 0;
  }

  int opendir(byte[] path, FuseOpened opened) {
    if (path.length != PATH.length) {
      return file(path) == null ? -Errno.ENOENT : -Errno.ENOTDIR;
    }
    opened.set(HANDLE_BIT, FIRST_INODE);
    return 0;
  }

  int readdir(long offset, FuseDirectory out) {
    for (int i = (int) offset; i < files.size(); i++) {
      File file = files.get(i);
      if (!out.add(file.name, file.inode, REGULAR >>> TYPE_SHIFT, i + 1L)) {
        break;
      }
    }
    return 0;
  }
}
