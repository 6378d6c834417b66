package io.gigafs.fuse.mounting;

import jnr.ffi.LibraryLoader;
import jnr.ffi.annotations.In;

/** System calls that neither Java nor common programs make. Paths end with a NUL. */
public interface TestLibC {
  int AT_FDCWD = -100;

  static TestLibC load() {
    return LibraryLoader.create(TestLibC.class).load("c");
  }

  int renameat2(int from, @In byte[] path, int to, @In byte[] newPath, int flags);

  int access(@In byte[] path, int mode);

  int mknod(@In byte[] path, int mode, long device);
}
