package io.gigafs.server.fuse;

import io.gigafs.fuse.binding.OnLibFuse;
import io.gigafs.fuse.binding.OnLibFuse.Lacking;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The same by libfuse. */
@EnabledIfSystemProperty(named = "giga.full", matches = "true")
@OnLibFuse(
    lacking = {
      @Lacking(
          test = "openingAFileThatIsReplacedAllTheTimeFindsOneOfThem",
          because = "files that are replaced all the time"),
      @Lacking(
          test = "callsOnAFileThatIsReplacedAllTheTimeReachOneOfThem",
          because = "files that are replaced all the time"),
      @Lacking(
          test = "anOpeningByAKeptNameDoesNotReachAFileThatIsGone",
          because = "files that another mount replaces"),
      @Lacking(
          test = "whoMapsOrSendsWithoutAskingForTheSizeGetsAllOfAFileThatGrew",
          because = "sizes that nobody asks for")
    })
class TwoMountsOnLibFuseIT extends TwoMountsIT {}
