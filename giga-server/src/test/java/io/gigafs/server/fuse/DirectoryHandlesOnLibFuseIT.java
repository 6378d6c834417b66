package io.gigafs.server.fuse;

import io.gigafs.fuse.mounting.OnLibFuse;
import io.gigafs.fuse.mounting.OnLibFuse.Lacking;

/** Runs {@link DirectoryHandlesIT} on libfuse. */
@OnLibFuse(
    lacking = {
      @Lacking(
          test = "callsByHandleReachTheOpenedDirectory",
          because = "directories that another mount moves or replaces"),
      @Lacking(
          test = "callsByHandleReachItWhenOnlyServersCheckPermissions",
          because = "directories that another mount moves or replaces"),
      @Lacking(
          test = "movedDirectoryIsNotConfusedWithTheOneAtItsOldName",
          because = "directories that another mount moves or replaces")
    })
class DirectoryHandlesOnLibFuseIT extends DirectoryHandlesIT {}
