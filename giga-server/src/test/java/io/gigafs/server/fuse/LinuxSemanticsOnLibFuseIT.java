package io.gigafs.server.fuse;

import io.gigafs.fuse.binding.OnLibFuse;
import io.gigafs.fuse.binding.OnLibFuse.Lacking;

/** The same by libfuse. */
@OnLibFuse(
    lacking = {
      @Lacking(test = "filesKeepTheTimeOfTheirBirth", because = "birth times"),
      @Lacking(
          test = "modesThatListsAndWritesChangeShowAtOnce",
          because = "set-id bits and fallocate(2)")
    })
class LinuxSemanticsOnLibFuseIT extends LinuxSemanticsIT {}
