package io.gigafs.server.fuse;

import io.gigafs.fuse.binding.OnLibFuse;
import io.gigafs.fuse.binding.OnLibFuse.Lacking;

/** The same by libfuse. */
@OnLibFuse(
    lacking = {
      @Lacking(
          test = "callsReachTheDirectoryThatWasOpenedWhereverItIs",
          because = "directories that another mount moves or replaces"),
      @Lacking(
          test = "callsOfAMountWhereOnlyServersCheckReachItToo",
          because = "directories that another mount moves or replaces"),
      @Lacking(
          test = "aDirectoryThatWasMovedIsNotTakenForTheOneThatWasRemovedAtItsFormerName",
          because = "directories that another mount moves or replaces")
    })
class DirectoryHandlesOnLibFuseIT extends DirectoryHandlesIT {}
