package io.gigafs.fuse.binding;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The user and the group of this process. */
public record ProcessUser(int uid, int gid) {
  public static ProcessUser ofThisProcess() throws IOException {
    Path self = Path.of("/proc/self");
    return new ProcessUser(
        (Integer) Files.getAttribute(self, "unix:uid"),
        (Integer) Files.getAttribute(self, "unix:gid"));
  }

  public boolean isRoot() {
    return uid == 0;
  }
}
