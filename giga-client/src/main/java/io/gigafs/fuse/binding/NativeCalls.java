package io.gigafs.fuse.binding;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jnr.ffi.LibraryLoader;
import jnr.ffi.LibraryOption;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;

/**
 * The functions of the C library that mounting needs. Failures are negative error numbers. Safe for
 * use by several threads.
 */
public final class NativeCalls {
  private static final int CLOEXEC = 02000000;
  private static final int NON_BLOCKING = 04000;
  public static final int READ_WRITE_CLOEXEC = 02 | CLOEXEC;
  public static final int DIRECTORY_CLOEXEC = (OpenFlags.isArm() ? 040000 : 0200000) | CLOEXEC;

  private final LibC libc;
  private final Runtime runtime;

  /** Implemented by jnr-ffi; strings end with a NUL. */
  public interface LibC {
    public int open(@In byte[] path, int flags);

    int close(int descriptor);

    int pipe2(@Out int[] ends, int flags);

    long read(int descriptor, long address, long size);

    long write(int descriptor, long address, long size);

    public int mount(
        @In byte[] source, @In byte[] target, @In byte[] type, long flags, @In byte[] options);

    int umount2(@In byte[] target, int flags);

    int socketpair(int domain, int type, int protocol, @Out int[] pair);

    long recvmsg(int socket, long message, int flags);

    int posix_spawnp(
        @Out int[] pid,
        @In byte[] file,
        long actions,
        long attributes,
        @In long[] arguments,
        @In long[] environment);

    int waitpid(int pid, @Out int[] status, int options);

    int setsid();
  }

  private NativeCalls(LibC libc) {
    this.libc = libc;
    this.runtime = Runtime.getRuntime(libc);
  }

  /**
   * Loads the native library.
   *
   * @throws IOException if native code cannot be loaded here; the message says what to do
   */
  public static NativeCalls load() throws IOException {
    try {
      return new NativeCalls(
          LibraryLoader.create(LibC.class).option(LibraryOption.SaveError, true).load("c"));
    } catch (LinkageError | RuntimeException e) {
      throw new IOException(
          "the C library cannot be called ("
              + e.getMessage()
              + "); native code has to be allowed in "
              + System.getProperty("java.io.tmpdir")
              + ", or another directory set with -Djava.io.tmpdir",
          e);
    }
  }

  /** The address of a direct buffer, whatever its position. */
  public long address(ByteBuffer buffer) {
    return Pointer.wrap(runtime, buffer).address();
  }

  /** The descriptor. */
  public int open(String path, int flags) {
    return result(libc.open(terminated(path), flags));
  }

  /**
   * Creates a non-blocking pipe.
   *
   * @param ends receives the read descriptor and the write descriptor
   */
  public int pipe(int[] ends) {
    return result(libc.pipe2(ends, NON_BLOCKING | CLOEXEC));
  }

  /** 0 or a negative error number. */
  public int close(int descriptor) {
    return result(libc.close(descriptor));
  }

  /** How many bytes were read. */
  public int read(int descriptor, long address, int size) {
    return result(libc.read(descriptor, address, size));
  }

  /** How many bytes were written. */
  public int write(int descriptor, long address, int size) {
    return result(libc.write(descriptor, address, size));
  }

  public int mount(String source, byte[] target, String type, long flags, String options) {
    return result(
        libc.mount(
            terminated(source), terminated(target), terminated(type), flags, terminated(options)));
  }

  public int unmount(byte[] target, int flags) {
    return result(libc.umount2(terminated(target), flags));
  }

  public LibC raw() {
    return libc;
  }

  Runtime runtime() {
    return runtime;
  }

  /** What a call returned, or minus errno. */
  public int result(long returned) {
    return returned >= 0 ? (int) returned : -runtime.getLastError();
  }

  public static byte[] terminated(String text) {
    return terminated(text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] terminated(byte[] text) {
    return Arrays.copyOf(text, text.length + 1);
  }
}
