package io.gigafs.volume.posix;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
 * Where files below a volume's root have holes, which Java cannot ask for. Safe for use by several
 * threads.
 *
 * <p>Files are opened for that by openat2(2), from the root and through no symbolic link. Where
 * that cannot be done (Linux before 5.6, no native code, a file that was removed) holes are not
 * known, which is never an error: bytes in holes can be read.
 */
final class SparseFiles {
  static final long UNKNOWN = Long.MIN_VALUE;

  private static final Logger LOG = LoggerFactory.getLogger(SparseFiles.class);
  private static final int SECTOR_BYTES = 512;

  private static final int CLOEXEC = 02000000;
  private static final int PATH_ONLY = 010000000;

  /** The number of openat2(2), the same on all machines. */
  private static final long OPENAT2 = 437;

  /** RESOLVE_NO_MAGICLINKS, RESOLVE_NO_SYMLINKS, RESOLVE_BENEATH. */
  private static final long RESOLVE = 0x02 | 0x04 | 0x08;

  private static final int HOW_BYTES = 24;

  private static final int SEEK_DATA = 3;
  private static final int SEEK_HOLE = 4;
  private static final int ENXIO = 6;

  private static final int EMPTY_PATH = 0x1000;
  private static final int STATX_SIZE_AND_BLOCKS = 0x200 | 0x400;
  private static final int STATX_BYTES = 256;
  private static final int STATX_SIZE = 40;
  private static final int STATX_BLOCKS = 48;

  private static final @Nullable LibC LIBC = load();

  /** Of the C library, as jnr-ffi fills it; texts end with a NUL. */
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
      LOG.debug("holes of files are not known", e);
      return null;
    }
  }

  private static byte[] text(String path) {
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOf(bytes, bytes.length + 1);
  }

  /** Asks a file that is open. */
  @FunctionalInterface
  private interface Question {
    long of(LibC libc, int descriptor);
  }

  private long ask(String path, int flags, Question question) {
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
          return question.of(libc, file);
        } finally {
          libc.close(file);
        }
      } finally {
        libc.close(top);
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("holes of {} are not known", path, e);
      return UNKNOWN;
    }
  }

  /**
   * Where the next data or the next hole begins.
   *
   * @return -1 if there is no more, {@link #UNKNOWN} if nobody knows
   */
  long seek(String path, long offset, boolean toHole) {
    return ask(
        path,
        0,
        (libc, file) -> {
          long found = libc.lseek(file, offset, toHole ? SEEK_HOLE : SEEK_DATA);
          if (found >= 0) {
            return found;
          }
          return Runtime.getRuntime(libc).getLastError() == ENXIO ? -1 : UNKNOWN;
        });
  }

  /** How many bytes of a file take no storage; 0 if that is not known. */
  long holes(String path) {
    long holes =
        ask(
            path,
            PATH_ONLY,
            (libc, file) -> {
              byte[] status = new byte[STATX_BYTES];
              if (libc.statx(file, text(""), EMPTY_PATH, STATX_SIZE_AND_BLOCKS, status) != 0) {
                return UNKNOWN;
              }
              ByteBuffer in = ByteBuffer.wrap(status).order(ByteOrder.nativeOrder());
              return in.getLong(STATX_SIZE) - in.getLong(STATX_BLOCKS) * SECTOR_BYTES;
            });
    return Math.max(0, holes);
  }
}
