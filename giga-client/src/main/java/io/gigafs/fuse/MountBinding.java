package io.gigafs.fuse;

import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.jnrfuse.LibFuseMount;
import io.gigafs.fuse.mounting.FuseMount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The library or protocol between a file system and the kernel. */
public enum MountBinding {
  /** The kernel's protocol itself, on Linux. */
  KERNEL("kernel"),
  /** libfuse 2.9, macFUSE or WinFsp. */
  JNR_FUSE("jnr-fuse");

  private final String text;

  MountBinding(String text) {
    this.text = text;
  }

  /** The default: the kernel's protocol on Linux, else jnr-fuse. */
  public static MountBinding ofThisSystem() {
    return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux")
        ? KERNEL
        : JNR_FUSE;
  }

  /** The binding with a name. */
  public static MountBinding of(String name) {
    for (MountBinding binding : values()) {
      if (binding.text.equals(name)) {
        return binding;
      }
    }
    throw new IllegalArgumentException(
        "there is no binding '"
            + name
            + "', but "
            + Arrays.stream(values())
                .map(MountBinding::toString)
                .collect(Collectors.joining(", ")));
  }

  /**
   * Mounts a file system on a directory, and returns once it can be used.
   *
   * @throws IOException if mounting fails; the message says why, and what to do
   */
  public FuseMount mount(FuseFileSystem fileSystem, Path directory, MountSettings settings)
      throws IOException {
    return switch (this) {
      case KERNEL -> FuseMount.mount(fileSystem, directory, settings);
      case JNR_FUSE -> LibFuseMount.mount(fileSystem, directory, settings);
    };
  }

  /** The name of the option. */
  @Override
  public String toString() {
    return text;
  }
}
