package io.gigafs.fuse.binding;

import io.gigafs.fuse.binding.OnLibFuse.Lacking;
import java.util.Set;

/** The same by libfuse. */
@OnLibFuse(
    lacking = {
      @Lacking(
          test = "followsRenamesWithWhatIsBelow",
          because = "O_TMPFILE, renameat2(2) with flags"),
      @Lacking(test = "keepsFilesThatAreOpenWithoutAName", because = "removed directories")
    })
class MountOnLibFuseIT extends MountIT {
  /** Birth times, links that are kept; appends of one request are whole anyway. */
  @Override
  Set<String> unreachable() {
    return Set.of("getRecentAttributes", "keepsLinks", "appendPart");
  }
}
