package io.gigafs.server.fuse;

import io.gigafs.fuse.binding.OnLibFuse;
import io.gigafs.fuse.binding.OnLibFuse.Lacking;

/** Runs {@link PermissionsIT} on libfuse. */
@OnLibFuse(
    lacking = {
      @Lacking(
          test = "aclAndWriteModeChangesAreVisibleAtOnce",
          because = "set-id bits and fallocate(2)")
    })
class PermissionsOnLibFuseIT extends PermissionsIT {}
