package io.gigafs.volume.posix;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import jnr.ffi.LibraryLoader;
import jnr.ffi.LibraryOption;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the holes of files below a volume's root, for which Java has no API. Safe for use by
 * several threads.
 *
 * <p>Files are opened by openat2(2), from the root and through no symbolic link. If that is
 * impossible (Linux before 5.6, no native code, a file that was removed or whose name belongs to
 * another), holes are unknown. That is never an error, because bytes in holes can be read.
 */
final class SparseFiles {
  static final long UNKNOWN = Long.MIN_VALUE;

  private static final Logger LOG = LoggerFactory.getLogger(SparseFiles.class);
  private static final int SECTOR_BYTES = 512;

  private static final int CLOEXEC = 02000000;

  /** O_NONBLOCK and O_NOCTTY: a pipe or a terminal may have taken the object's name. */
  private static final int WITHOUT_EFFECT = 04000 | 0400;

  private static final int PATH_ONLY = 010000000;

  /** The number of openat2(2), the same on all architectures. */
  private static final long OPENAT2 = 437;

  /** RESOLVE_NO_MAGICLINKS, RESOLVE_NO_SYMLINKS, RESOLVE_BENEATH. */
  private static final long RESOLVE = 0x02 | 0x04 | 0x08;

  private static final int HOW_BYTES = 24;

  private static final int SEEK_DATA = 3;
  private static final int SEEK_HOLE = 4;
  private static final int ENXIO = 6;

  private static final int EMPTY_PATH = 0x1000;

  /** STATX_TYPE, STATX_INO, STATX_SIZE, STATX_BLOCKS. */
  private static final int STATX_MASK = 0x1 | 0x100 | 0x200 | 0x400;

  private static final int STATX_BYTES = 256;
  private static final int STATX_MODE = 28;
  private static final int STATX_INO = 32;
  private static final int STATX_SIZE = 40;
  private static final int STATX_BLOCKS = 48;
  private static final int STATX_DEV_MAJOR = 136;
  private static final int STATX_DEV_MINOR = 140;

  private static final int TYPE_MASK = 0170000;
  private static final int REGULAR = 0100000;

  private static final @Nullable LibC LIBC = load();

  /** The C library, as bound by jnr-ffi; strings end with a NUL. */
  public interface LibC {
    int open(@In byte[] path, int flags);

    long syscall(long number, long directory, @In byte[] path, @In byte[] how, long howBytes);

    int close(int descriptor);

    long lseek(int descriptor, long offset, int whence);

    int statx(int directory, @In byte[] path, int flags, int mask, @Out byte[] into);
  }

  private final byte[] root;

  SparseFiles(Path root) {
    this.root = text(root.toString());
  }

  private static @Nullable LibC load() {
    try {
      return LibraryLoader.create(LibC.class).option(LibraryOption.SaveError, true).load("c");
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("Holes of files are unknown", e);
      return null;
    }
  }

  private static byte[] text(String path) {
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOf(bytes, bytes.length + 1);
  }

  /** A query on an open file; its status is as filled by statx(2). */
  @FunctionalInterface
  private interface Question {
    long of(LibC libc, int descriptor, ByteBuffer status);
  }

  /**
   * Queries a regular file.
   *
   * @param key the file's, as reported by Java: any other file is not queried
   */
  private long ask(String path, @Nullable Object key, int flags, Question question) {
    LibC libc = LIBC;
    if (libc == null) {
      return UNKNOWN;
    }
    try {
      int top = libc.open(root, PATH_ONLY | CLOEXEC);
      if (top < 0) {
        return UNKNOWN;
      }
      try {
        ByteBuffer how = ByteBuffer.allocate(HOW_BYTES).order(ByteOrder.nativeOrder());
        how.putLong(flags | CLOEXEC).putLong(0).putLong(RESOLVE);
        int file = (int) libc.syscall(OPENAT2, top, text(path), how.array(), HOW_BYTES);
        if (file < 0) {
          return UNKNOWN;
        }
        try {
          byte[] status = new byte[STATX_BYTES];
          if (libc.statx(file, text(""), EMPTY_PATH, STATX_MASK, status) != 0) {
            return UNKNOWN;
          }
          ByteBuffer in = ByteBuffer.wrap(status).order(ByteOrder.nativeOrder());
          return isRegular(in) && keyOf(in).equals(String.valueOf(key))
              ? question.of(libc, file, in)
              : UNKNOWN;
        } finally {
          libc.close(file);
        }
      } finally {
        libc.close(top);
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("Holes of {} are unknown", path, e);
      return UNKNOWN;
    }
  }

  private static boolean isRegular(ByteBuffer status) {
    return (status.getShort(STATX_MODE) & TYPE_MASK) == REGULAR;
  }

  /** A file's key in Java's text form. */
  private static String keyOf(ByteBuffer status) {
    long major = Integer.toUnsignedLong(status.getInt(STATX_DEV_MAJOR));
    long minor = Integer.toUnsignedLong(status.getInt(STATX_DEV_MINOR));
    // gnu_dev_makedev(3)
    long device =
        (major & ~0xfffL) << 32 | (major & 0xfff) << 8 | (minor & ~0xffL) << 12 | (minor & 0xff);
    return "(dev=" + Long.toHexString(device) + ",ino=" + status.getLong(STATX_INO) + ")";
  }

  /**
   * Where the next data or the next hole begins.
   *
   * @param key of the expected file ({@link BasicFileAttributes#fileKey})
   * @return -1 if there is no more, {@link #UNKNOWN} if it cannot be determined
   */
  long seek(String path, @Nullable Object key, long offset, boolean toHole) {
    return ask(
        path,
        key,
        WITHOUT_EFFECT,
        (libc, file, status) -> {
          long found = libc.lseek(file, offset, toHole ? SEEK_HOLE : SEEK_DATA);
          if (found >= 0) {
            return found;
          }
          return Runtime.getRuntime(libc).getLastError() == ENXIO ? -1 : UNKNOWN;
        });
  }

  /**
   * How many bytes of a file take no storage; 0 if unknown.
   *
   * @param key of the expected file
   */
  long holes(String path, @Nullable Object key) {
    long holes =
        ask(
            path,
            key,
            PATH_ONLY,
            (libc, file, status) ->
                status.getLong(STATX_SIZE) - status.getLong(STATX_BLOCKS) * SECTOR_BYTES);
    return Math.max(0, holes);
  }
}
