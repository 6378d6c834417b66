package io.gigafs.server.fuse;

import io.gigafs.fuse.binding.OnLibFuse;
import io.gigafs.fuse.binding.OnLibFuse.Lacking;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The same by libfuse. */
@EnabledIfSystemProperty(named = "giga.full", matches = "true")
@OnLibFuse(
    lacking = {
      @Lacking(
          test = "filesAreMadeWithoutANameAndGetOneLater",
          because = "O_TMPFILE, renameat2(2) with flags"),
      @Lacking(test = "holesStayHoles", because = "SEEK_DATA, SEEK_HOLE"),
      @Lacking(test = "filesLiveOnWithoutNames", because = "removed directories")
    })
class MountedProgramsOnLibFuseIT extends MountedProgramsIT {}
