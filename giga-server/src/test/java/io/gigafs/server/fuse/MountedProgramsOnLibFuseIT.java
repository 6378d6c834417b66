package io.gigafs.server.fuse;

import io.gigafs.fuse.mounting.OnLibFuse;
import io.gigafs.fuse.mounting.OnLibFuse.Lacking;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs {@link MountedProgramsIT} on libfuse. */
@EnabledIfSystemProperty(named = "giga.full", matches = "true")
@OnLibFuse(
    lacking = {
      @Lacking(
          test = "tmpfilesAreCreatedAndLinkedLater",
          because = "O_TMPFILE, renameat2(2) with flags"),
      @Lacking(test = "holesStayHoles", because = "SEEK_DATA, SEEK_HOLE"),
      @Lacking(test = "openFilesOutliveTheirNames", because = "removed directories")
    })
class MountedProgramsOnLibFuseIT extends MountedProgramsIT {}
