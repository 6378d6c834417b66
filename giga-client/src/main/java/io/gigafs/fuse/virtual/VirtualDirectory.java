package io.gigafs.fuse.virtual;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseFileSystem.FuseDirectory;
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
 * The directory {@code .giga} and the files in it. A file's contents are produced when it is
 * opened, so its size is not known before. Safe for use by several threads.
 */
final class VirtualDirectory {
  private static final byte[] NAME = ".giga".getBytes(StandardCharsets.US_ASCII);

  /** The bit that is set in handles of these files and in no others. */
  private static final long HANDLE_BIT = 1L << 62;

  /** Inode numbers that no file of a cluster has: those below 16 are reserved. */
  private static final long FIRST_INODE = 4;

  private static final long END_INODE = 16;

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

  /** Whether a number is that of the directory or of a file in it. */
  static boolean has(long inode) {
    return inode >= FIRST_INODE && inode < END_INODE;
  }

  static boolean hasHandle(long handle) {
    return handle >= HANDLE_BIT;
  }

  /** Whether a name in the root is that of the directory. */
  static boolean isItsName(byte[] name) {
    return Arrays.equals(name, NAME);
  }

  private @Nullable File file(long inode) {
    int place = (int) (inode - FIRST_INODE - 1);
    return place >= 0 && place < files.size() ? files.get(place) : null;
  }

  /**
   * Looks a name up.
   *
   * @param directory the directory itself, or its parent
   */
  int lookup(long directory, byte[] name, FuseAttributes out) {
    if (!has(directory)) {
      return stat(FIRST_INODE, out);
    }
    for (File file : files) {
      if (Arrays.equals(name, file.name)) {
        return stat(file.inode, out);
      }
    }
    return -Errno.ENOENT;
  }

  int stat(long inode, FuseAttributes out) {
    if (inode == FIRST_INODE) {
      out.set(FIRST_INODE, DIRECTORY, 0, 0, files.size(), 2, 0, 0, 0, 0);
      return 0;
    }
    if (file(inode) == null) {
      return -Errno.ENOENT;
    }
    out.set(inode, REGULAR, 0, 0, 0, 1, 0, 0, 0, 0);
    return 0;
  }

  int open(long inode, int flags, FuseOpened opened) {
    File file = file(inode);
    if (file == null) {
      return inode == FIRST_INODE ? -Errno.EISDIR : -Errno.ENOENT;
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

  int opendir(long inode, FuseOpened opened) {
    if (inode != FIRST_INODE) {
      return -Errno.ENOTDIR;
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
