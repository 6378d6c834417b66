package io.gigafs.cli.local;

import io.gigafs.protocol.namespace.Xattr;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jnr.ffi.LibraryLoader;
import jnr.ffi.LibraryOption;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;

/**
 * Calls lxattr(7) and readlink(2) of the C library. It never follows a link at the end of a path.
 * Safe for use by several threads.
 */
public final class LocalFiles {
  private static final int ENODATA = 61;
  private static final int ERANGE = 34;
  private static final int EOPNOTSUPP = 95;
  private static final int FIRST_BYTES = 1 << 10;

  /** The kernel's limit for values and lists of names, with room for growth meanwhile. */
  private static final int MAX_BYTES = 1 << 17;

  private final Calls calls;
  private final Runtime runtime;

  /** Implemented by jnr-ffi, which requires that it is public; paths end with a NUL. */
  public interface Calls {
    long llistxattr(@In byte[] path, @Out byte[] list, long size);

    long lgetxattr(@In byte[] path, @In byte[] name, @Out byte[] value, long size);

    int lsetxattr(@In byte[] path, @In byte[] name, @In byte[] value, long size, int flags);

    long readlink(@In byte[] path, @Out byte[] target, long size);
  }

  private LocalFiles(Calls calls) {
    this.calls = calls;
    this.runtime = Runtime.getRuntime(calls);
  }

  /**
   * Loads the native library.
   *
   * @throws IOException if native code cannot be loaded here; the message says what to do
   */
  public static LocalFiles load() throws IOException {
    try {
      return new LocalFiles(
          LibraryLoader.create(Calls.class).option(LibraryOption.SaveError, true).load("c"));
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

  /** A call that fills a buffer. */
  @FunctionalInterface
  private interface Filling {
    long into(byte[] buffer);
  }

  /** The bytes that a call returns, with a buffer of sufficient size; empty if there are none. */
  private byte[] filled(Path file, String verb, Filling call) throws IOException {
    for (int size = FIRST_BYTES; ; size = MAX_BYTES) {
      byte[] buffer = new byte[size];
      long count = call.into(buffer);
      if (count >= 0) {
        return Arrays.copyOf(buffer, (int) count);
      }
      int errno = runtime.getLastError();
      if (errno == EOPNOTSUPP || errno == ENODATA) {
        return new byte[0];
      }
      if (errno != ERANGE || size == MAX_BYTES) {
        throw new FileSystemException(file.toString(), null, verb + " failed with errno " + errno);
      }
    }
  }

  /** The names of a file's extended attributes; none if the file system does not support them. */
  public List<String> xattrNames(Path file) throws IOException {
    byte[] path = bytes(file);
    byte[] list = filled(file, "llistxattr", into -> calls.llistxattr(path, into, into.length));
    List<String> names = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < list.length; i++) {
      if (list[i] == 0) {
        names.add(new String(list, start, i - start, StandardCharsets.UTF_8));
        start = i + 1;
      }
    }
    return names;
  }

  /** An attribute of a file; empty if it no longer exists. */
  public Xattr xattr(Path file, String name) throws IOException {
    byte[] path = bytes(file);
    byte[] attribute = terminated(name.getBytes(StandardCharsets.UTF_8));
    return new Xattr(
        name,
        filled(
            file,
            "lgetxattr of " + name,
            into -> calls.lgetxattr(path, attribute, into, into.length)));
  }

  /** Sets an attribute of a file. */
  public void setXattr(Path file, Xattr xattr) throws IOException {
    byte[] name = terminated(xattr.name().getBytes(StandardCharsets.UTF_8));
    if (calls.lsetxattr(bytes(file), name, xattr.value(), xattr.value().length, 0) != 0) {
      throw new FileSystemException(
          file.toString(),
          null,
          "lsetxattr of " + xattr.name() + " failed with errno " + runtime.getLastError());
    }
  }

  /** The target of a symbolic link, as raw bytes. */
  public byte[] target(Path link) throws IOException {
    byte[] path = bytes(link);
    byte[] buffer = new byte[MAX_BYTES];
    long count = calls.readlink(path, buffer, buffer.length);
    if (count < 0) {
      throw new FileSystemException(
          link.toString(), null, "readlink failed with errno " + runtime.getLastError());
    }
    return Arrays.copyOf(buffer, (int) count);
  }

  private static byte[] bytes(Path file) {
    return terminated(LocalNames.bytes(file));
  }

  private static byte[] terminated(byte[] text) {
    return Arrays.copyOf(text, text.length + 1);
  }
}
