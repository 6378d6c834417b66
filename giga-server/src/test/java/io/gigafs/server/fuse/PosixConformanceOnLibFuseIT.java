package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.mounting.OnLibFuse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Runs {@link PosixConformanceIT} on libfuse. */
@OnLibFuse
class PosixConformanceOnLibFuseIT extends PosixConformanceIT {
  /** Sections that are left out, with the row of docs/mount.md that they need. */
  private static final Map<String, String> LACKING =
      Map.of(
          "Directories count those in them", "O_TMPFILE, renameat2(2) with flags",
          "renameat2 with flags", "O_TMPFILE, renameat2(2) with flags",
          "Set-id bits go by allocation and by mappings", "set-id bits and fallocate(2)",
          "rename of two names of one file does nothing", "names of one file",
          "A directory that was removed has nothing in it", "removed directories");

  @Override
  Set<String> lacking() {
    return LACKING.keySet();
  }

  @Test
  void documentListsUnsupportedSections() throws Exception {
    String document = Files.readString(Path.of("../docs/mount.md"));
    assertThat(LACKING.values()).allMatch(cell -> document.contains("\n| " + cell + " | "));
  }
}
