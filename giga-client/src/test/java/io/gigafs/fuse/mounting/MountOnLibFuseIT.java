package io.gigafs.fuse.mounting;

import io.gigafs.fuse.mounting.OnLibFuse.Lacking;
import java.util.Set;

/** Runs the tests of {@link MountIT} by libfuse. */
@OnLibFuse(
    lacking = {
      @Lacking(
          test = "directoryRenamesMoveSubtrees",
          because = "O_TMPFILE, renameat2(2) with flags"),
      @Lacking(test = "unlinkedOpenFilesStayUsable", because = "removed directories")
    })
class MountOnLibFuseIT extends MountIT {
  /** Birth times and kept links are missing; an append of one request is always whole. */
  @Override
  Set<String> unreachable() {
    return Set.of("getRecentAttributes", "keepsLinks", "appendPart");
  }
}
