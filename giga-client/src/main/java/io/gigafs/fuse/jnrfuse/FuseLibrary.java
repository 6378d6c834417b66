package io.gigafs.fuse.jnrfuse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Platform;
import jnr.ffi.Pointer;
import jnr.ffi.types.off_t;
import jnr.ffi.types.size_t;
import org.jspecify.annotations.Nullable;
import ru.serce.jnrfuse.utils.WinPathUtils;

/** The functions of libfuse 2.9, of macFUSE or of WinFsp. */
final class FuseLibrary {
  private static final List<String> MAC_NAMES = List.of("fuse4x", "osxfuse", "macfuse", "fuse");

  private FuseLibrary() {}

  /** As declared in fuse.h and fuse_lowlevel.h; strings end with a NUL. */
  public interface Functions {
    /**
     * Mounts according to the arguments, and returns the structure that serves the mount. For
     * libfuse's functions with several versions, dlsym(3) finds the newest of this one, but not of
     * fuse_new.
     *
     * @param mountPoint receives the directory, for {@link #fuse_teardown}
     * @param threads receives whether several threads are wanted
     */
    @Nullable Pointer fuse_setup(
        int count,
        Pointer arguments,
        Pointer operations,
        @size_t long size,
        Pointer mountPoint,
        Pointer threads,
        @Nullable Pointer userData);

    /** Unmounts, and frees everything that {@link #fuse_setup} has allocated. */
    void fuse_teardown(Pointer fuse, Pointer mountPoint);

    /** A channel of a descriptor, which it closes when it is destroyed. */
    @Nullable Pointer fuse_kern_chan_new(int descriptor);

    void fuse_chan_destroy(Pointer channel);

    int fuse_chan_fd(Pointer channel);

    Pointer fuse_session_next_chan(Pointer session, @Nullable Pointer channel);

    Pointer fuse_get_session(Pointer fuse);

    @size_t
    long fuse_chan_bufsize(Pointer channel);

    int fuse_chan_recv(Pointer channelPointer, Pointer buffer, @size_t long size);

    void fuse_session_process(Pointer session, Pointer buffer, @size_t long size, Pointer channel);

    int fuse_lowlevel_notify_inval_inode(
        Pointer channel, long node, @off_t long offset, @off_t long length);

    Pointer fuse_get_context();

    void fuse_exit(Pointer fuse);

    int fuse_main_real(
        int count,
        Pointer arguments,
        Pointer operations,
        @size_t long size,
        @Nullable Pointer userData);
  }

  /**
   * Loads the library.
   *
   * @throws IOException if it is missing; the message says what to install
   */
  static Functions load() throws IOException {
    try {
      return switch (Platform.getNativePlatform().getOS()) {
        case DARWIN -> loadFirst(MAC_NAMES);
        case WINDOWS -> loader().load(WinPathUtils.getWinFspPath());
        default -> loader().load("libfuse.so.2");
      };
    } catch (LinkageError | RuntimeException e) {
      throw new IOException(
          "libfuse 2.9 cannot be loaded ("
              + String.valueOf(e.getMessage()).lines().findFirst().orElse("")
              + "): 'apt-get install libfuse2' or 'dnf install fuse-libs' on Linux, macFUSE on"
              + " macOS, WinFsp on Windows",
          e);
    }
  }

  private static LibraryLoader<Functions> loader() {
    return LibraryLoader.create(Functions.class).failImmediately();
  }

  private static Functions loadFirst(List<String> names) {
    for (String name : names.subList(0, names.size() - 1)) {
      try {
        return loader().search("/usr/local/lib/").load(name);
      } catch (LinkageError e) {
        // The library has had several names; the next one is tried.
      }
    }
    return loader().search("/usr/local/lib/").load(names.get(names.size() - 1));
  }

  static byte[] terminated(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOf(bytes, bytes.length + 1);
  }
}
