package io.gigafs.fuse.mounting;

import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.memory.MemoryFileSystem;
import java.nio.file.Path;
import java.util.List;

/** Mounts a file system in memory until the process is terminated: {@code MemoryMount DIR}. */
public final class MemoryMount {
  private MemoryMount() {}

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(List.of(args).get(0));
    FuseMount mount =
        FuseMount.mount(new MemoryFileSystem(), directory, MountSettings.of("memory"));
    Runtime.getRuntime().addShutdownHook(new Thread(mount::close));
    System.out.println("mounted on " + mount.directory());
    mount.awaitEnd();
  }
}
