package io.gigafs.fuse.mounting;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the parsing of mountinfo, by an example. */
class MountTableTest {
  @TempDir private Path directory = Path.of(".");

  @Test
  void tableFindsMountsByPath() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("mountinfo"),
            """
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
            40 22 0:38 / /mnt/a\\040b rw,nosuid - fuse.giga giga://h:1/ rw,user_id=0
            41 22 0:39 / /mnt/x rw - tmpfs tmpfs rw
            42 41 0:40 / /mnt/x rw - fuse.giga giga://h:1/ rw
            """);
    MountTable table = new MountTable(file);
    assertThat(table.typeOn(Path.of("/mnt/a b"))).contains("fuse.giga");
    assertThat(table.typeOn(Path.of("/mnt/x"))).contains("fuse.giga");
    assertThat(table.typeOn(Path.of("/"))).contains("ext4");
    assertThat(table.typeOn(Path.of("/mnt"))).isEmpty();
    assertThat(table.below(Path.of("/mnt")))
        .containsExactly(Path.of("/mnt/x"), Path.of("/mnt/x"), Path.of("/mnt/a b"));
    assertThat(table.below(Path.of("/mnt/a"))).isEmpty();
    assertThat(table.below(Path.of("/mnt/x"))).isEmpty();
  }

  @Test
  void tableIsEmptyWithoutAMountFile() throws Exception {
    assertThat(new MountTable(directory.resolve("none")).below(Path.of("/"))).isEmpty();
  }
}
