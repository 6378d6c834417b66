package io.gigafs.server.fuse;

import io.gigafs.fuse.mounting.OnLibFuse;
import io.gigafs.fuse.mounting.OnLibFuse.Lacking;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs {@link TwoMountsIT} on libfuse. */
@EnabledIfSystemProperty(named = "giga.full", matches = "true")
@OnLibFuse(
    lacking = {
      @Lacking(
          test = "openDuringConstantReplacementFindsOneVersion",
          because = "files that are replaced all the time"),
      @Lacking(
          test = "pathCallsDuringConstantReplacementReachOneVersion",
          because = "files that are replaced all the time"),
      @Lacking(
          test = "openByCachedNameDoesNotReachARemovedFile",
          because = "files that another mount replaces"),
      @Lacking(
          test = "mmapAndSendfileWithoutStatReachTheWholeGrownFile",
          because = "sizes that nobody asks for")
    })
class TwoMountsOnLibFuseIT extends TwoMountsIT {}
