package io.gigafs.server.fuse;

import io.gigafs.fuse.mounting.OnLibFuse;
import io.gigafs.fuse.mounting.OnLibFuse.Lacking;

/** Runs {@link PermissionsIT} on libfuse. */
@OnLibFuse(
    lacking = {
      @Lacking(
          test = "aclAndWriteModeChangesAreVisibleAtOnce",
          because = "set-id bits and fallocate(2)")
    })
class PermissionsOnLibFuseIT extends PermissionsIT {}
