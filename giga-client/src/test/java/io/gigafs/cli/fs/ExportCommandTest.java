package io.gigafs.cli.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gigafs.cli.ProcessIdentity;
import io.gigafs.protocol.Caller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code giga export} from a cluster in memory to a temporary directory. */
class ExportCommandTest extends FsTestBase {
  private static final boolean IS_ROOT = "root".equals(System.getProperty("user.name"));

  @TempDir Path here;
  private Path tree;

  @BeforeEach
  void makeTree() {
    tree = here.resolve("tree");
    ok("fs mkdir -p /a/d/e");
    write("/a/f", "text");
    ok("fs ln /a/f /a/d/g");
    ok("fs ln -s ../f /a/d/l");
    ok("fs truncate -s 3M /a/d/sparse");
    ok("fs setfattr -n user.x -v 1 /a/f");
    ok("fs chmod 6751 /a/f");
    ok("fs chmod 1555 /a/d/e");
    for (String path : new String[] {"/a/f", "/a/d/sparse", "/a/d/e", "/a/d", "/a"}) {
      okWords("fs", "touch", "-d", "2020-09-13 12:26:40.123456789 +00:00", path);
    }
  }

  @Test
  void exportWritesTheTreeAsIs() throws IOException {
    assertThat(ok("export /a " + tree)).startsWith("exported /a: 4 files, 3.1M in ");
    check();
    assertThat(Files.getAttribute(tree.resolve("f"), "user:x")).isEqualTo(new byte[] {'1'});
  }

  private void check() throws IOException {
    FileTime then = FileTime.from(Instant.ofEpochSecond(1_600_000_000, 123_456_789));
    assertThat(tree.resolve("f")).hasContent("text");
    assertThat(Files.isSameFile(tree.resolve("f"), tree.resolve("d/g"))).isTrue();
    assertThat(Files.readSymbolicLink(tree.resolve("d/l"))).isEqualTo(Path.of("../f"));
    assertThat(Files.size(tree.resolve("d/sparse"))).isEqualTo(3 << 20);
    assertThat(mode("f")).isEqualTo(06751);
    assertThat(mode("d/e")).isEqualTo(01555);
    for (String name : new String[] {"f", "d/sparse", "d/e", "d", "."}) {
      assertThat(Files.getLastModifiedTime(tree.resolve(name))).as(name).isEqualTo(then);
    }
  }

  private int mode(String name) throws IOException {
    return (int) Files.getAttribute(tree.resolve(name), "unix:mode", LinkOption.NOFOLLOW_LINKS)
        & 07777;
  }

  @Test
  void secondExportRepairsDifferences() throws IOException {
    ok("export /a " + tree);
    Object inode = Files.getAttribute(tree.resolve("f"), "unix:ino");
    assertThat(ok("export --json /a " + tree))
        .startsWith("{\"files\":1,\"bytes\":0,\"files_there\":3,");
    assertThat(Files.getAttribute(tree.resolve("f"), "unix:ino")).isEqualTo(inode);
    check();
    Files.delete(tree.resolve("d/g"));
    Files.writeString(tree.resolve("d/g"), "other");
    Files.writeString(tree.resolve("d/sparse"), "cut off");
    Files.delete(tree.resolve("d/l"));
    Files.writeString(tree.resolve("foreign"), "stays");
    ok("export /a " + tree);
    check();
    assertThat(tree.resolve("foreign")).hasContent("stays");
  }

  @Test
  void rootExportKeepsOwnersAndSpecialFiles() throws IOException {
    if (System.getenv("CI") == null) {
      assumeTrue(IS_ROOT, "only root gives files away");
    }
    assertThat(IS_ROOT).as("runs as root, who alone gives files away").isTrue();
    ok("fs chown 1000:100 /a/f");
    ok("fs chown -h 1000:100 /a/d/l");
    ok("fs mkfifo -m 640 /a/p");
    ok("fs mknod /a/c c 1 3");
    ok("export /a " + tree);
    for (String name : new String[] {"f", "d/l"}) {
      assertThat(Files.getAttribute(tree.resolve(name), "unix:uid", LinkOption.NOFOLLOW_LINKS))
          .isEqualTo(1000);
    }
    assertThat(Files.getAttribute(tree.resolve("p"), "unix:mode")).isEqualTo(010640);
    assertThat(Files.getAttribute(tree.resolve("c"), "unix:rdev")).isEqualTo(0x103L);
  }

  @Test
  void exportReportsErrors() throws IOException {
    assertThat(fails("export /a/f " + tree)).isEqualTo("giga export: /a/f: Not a directory\n");
    assertThat(fails("export /none " + tree)).contains("/none: No such file or directory");
    Path file = Files.writeString(here.resolve("file"), "");
    assertThat(fails("export /a " + file))
        .isEqualTo("giga export: " + file + ": Not a directory\n");
    assertThat(misused("export /a")).contains("missing required parameter");
    shell.as(new ProcessIdentity(new Caller(7, 7), 022));
    ok("fs mkdir -p /a/forbidden");
    assertThat(fails("export /a " + tree))
        .contains("cannot copy /a/forbidden to " + tree.resolve("forbidden"));
  }
}
