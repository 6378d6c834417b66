package io.gigafs.server.fuse;

import io.gigafs.fuse.mounting.OnLibFuse;
import io.gigafs.fuse.mounting.OnLibFuse.Lacking;

/** Runs {@link LinuxSemanticsIT} on libfuse. */
@OnLibFuse(
    lacking = {
      @Lacking(test = "filesKeepTheirBirthTime", because = "birth times"),
      @Lacking(
          test = "aclAndWriteModeChangesAreVisibleAtOnce",
          because = "set-id bits and fallocate(2)")
    })
class LinuxSemanticsOnLibFuseIT extends LinuxSemanticsIT {}
