package io.gigafs.cli.fs;

import static io.gigafs.cli.TestShell.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.InMemoryClient;
import io.gigafs.cli.TestShell;
import io.gigafs.cli.data.ByteCopy;
import io.gigafs.protocol.FileType;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Tests cp on a cluster in memory. */
class CpCommandTest extends FsTestBase {
  private void tree() {
    ok("fs mkdir -p /a/d");
    shell.client().put("/a/f", FileType.REGULAR, 04754, 1000, 100, 0, NOW - 1_000_000_000);
    ok("fs ln /a/f /a/d/g");
    ok("fs ln -s f /a/l");
    ok("fs mkfifo /a/p");
    ok("fs mknod /a/c c 1 3");
    ok("fs chmod 2500 /a/d");
    ok("fs setfattr -n user.x -v 1 /a/f");
  }

  @Test
  void copiesFiles() {
    ok("fs mkdir /d");
    shell.client().put("/f", FileType.REGULAR, 04777, 1000, 100, 0, NOW - 5);
    assertThat(ok("fs cp -v /f /g")).isEqualTo("/f -> /g\n");
    ok("fs cp /f /g /d");
    assertThat(stat("%a:%u:%g", "/g")).isEqualTo("755:0:0");
    assertThat(ok("fs ls /d")).isEqualTo("f\ng\n");
    assertThat(fails("fs cp /d /e"))
        .isEqualTo("giga fs cp: -r not specified; omitting directory /d\n");
    assertThat(fails("fs cp /none /e"))
        .isEqualTo("giga fs cp: cannot copy /none to /e: No such file or directory\n");
    assertThat(fails("fs cp /f /f")).isEqualTo("giga fs cp: /f and /f are the same file\n");
  }

  @Test
  void copiesTrees() {
    tree();
    ok("fs cp -r /a /b");
    assertThat(ok("fs find /b")).isEqualTo("/b\n/b/c\n/b/d\n/b/d/g\n/b/f\n/b/l\n/b/p\n");
    assertThat(stat("%a:%u:%h", "/b/f")).isEqualTo("754:0:1");
    assertThat(stat("%a", "/b/d")).isEqualTo("500");
    assertThat(ok("fs readlink /b/l")).isEqualTo("f\n");
    assertThat(stat("%F:%t:%T", "/b/c")).isEqualTo("character special file:1:3");
    assertThat(ok("fs getfattr /b/f")).isEmpty();
  }

  @Test
  void archiveCopyKeepsAllAttributes() {
    tree();
    ok("fs cp -a /a /b");
    assertThat(stat("%a:%u:%g:%h:%Y", "/b/f")).isEqualTo("4754:1000:100:2:1699999999");
    assertThat(stat("%i", "/b/d/g")).isEqualTo(stat("%i", "/b/f"));
    assertThat(stat("%a", "/b/d")).isEqualTo("2500");
    assertThat(ok("fs getfattr --only-values -n user.x /b/f")).isEqualTo("1");
  }

  @Test
  void mergesDirectories() {
    ok("fs mkdir -p /a/d /b/a/d");
    ok("fs touch /a/d/x /b/a/d/y");
    ok("fs cp -r /a /b");
    assertThat(ok("fs ls /b/a/d")).isEqualTo("x\ny\n");
    ok("fs touch /c /b/a/e");
    ok("fs mkdir /a/e");
    assertThat(fails("fs cp -r /a /b"))
        .isEqualTo("giga fs cp: cannot overwrite non-directory /b/a/e with directory /a/e\n");
    ok("fs mkdir /b/c");
    assertThat(fails("fs cp /c /b"))
        .isEqualTo("giga fs cp: cannot overwrite directory /b/c with non-directory /c\n");
  }

  @Test
  void doesNotCopyADirectoryIntoItself() {
    ok("fs mkdir -p /a/d");
    assertThat(fails("fs cp -r /a /a/d/e"))
        .isEqualTo("giga fs cp: cannot copy a directory, /a, into itself, /a/d/e\n");
    assertThat(ok("fs find /a/d")).isEqualTo("/a/d\n/a/d/e\n/a/d/e/d\n");
  }

  @Test
  void overwriteOptionsAreRespected() {
    ok("fs touch -d @5 /a");
    ok("fs touch -d @9 /b");
    String inode = stat("%i", "/b");
    ok("fs cp -np /a /b");
    ok("fs cp -up /a /b");
    assertThat(stat("%Y", "/b")).isEqualTo("9");
    ok("fs cp -p /a /b");
    assertThat(stat("%Y:%i", "/b")).isEqualTo("5:" + inode);
    ok("fs ln -s none /l");
    assertThat(fails("fs cp /a /l"))
        .isEqualTo("giga fs cp: not writing through dangling symlink /l\n");
  }

  @Test
  void linksAreFollowedOnDemand() {
    ok("fs mkdir -p /a/d");
    ok("fs touch /a/d/f");
    ok("fs ln -s d /a/l");
    ok("fs ln -s a /s");
    ok("fs cp -r /s /b");
    assertThat(ok("fs readlink /b")).isEqualTo("a\n");
    ok("fs cp -rH /s /c");
    assertThat(ok("fs readlink /c/l")).isEqualTo("d\n");
    ok("fs cp -rL /s /e");
    assertThat(ok("fs find /e -type f")).isEqualTo("/e/d/f\n/e/l/f\n");
    ok("fs ln -s .. /a/d/up");
    assertThat(fails("fs cp -rL /a /g").lines())
        .containsExactlyInAnyOrder(
            "giga fs cp: cannot copy cyclic symbolic link /a/d/up",
            "giga fs cp: cannot copy cyclic symbolic link /a/l/up");
  }

  @Test
  void makesLinksInsteadOfCopies() {
    ok("fs mkdir -p /a/d");
    ok("fs touch /a/d/f");
    ok("fs cp -rl /a /b");
    assertThat(stat("%i:%h", "/b/d/f")).isEqualTo(stat("%i:%h", "/a/d/f"));
    ok("fs cp -rs /a /c");
    assertThat(ok("fs readlink /c/d/f")).isEqualTo("/a/d/f\n");
  }

  @Test
  void copiesContents() {
    ok("fs mkdir /a");
    write("/a/f", "contents");
    write("/a/empty", "");
    ok("fs cp -r /a /b");
    assertThat(ok("fs cat /b/f")).isEqualTo("contents");
    assertThat(stat("%s", "/b/empty")).isEqualTo("0");
    write("/c", "more than before");
    ok("fs cp /a/f /c");
    assertThat(ok("fs cat /c")).isEqualTo("contents");
    write("/d", "mine");
    ok("fs cp -p --attributes-only /a/f /d");
    ok("fs cp -r --attributes-only /a /e");
    assertThat(ok("fs cat /d /e/f")).isEqualTo("mine");
  }

  @Test
  void copiesLargeAndSparseFiles() {
    Random random = new Random(3);
    byte[] bytes = new byte[2 * ByteCopy.BLOCK_BYTES + 100_000];
    random.nextBytes(bytes);
    Arrays.fill(bytes, 200_000, ByteCopy.BLOCK_BYTES + 200_000, (byte) 0);
    Arrays.fill(bytes, bytes.length - 90_000, bytes.length, (byte) 0);
    write("/a", bytes);
    ok("fs cp /a /b");
    assertThat(ok("fs sum /b")).isEqualTo(ok("fs sum /a").replace("/a", "/b"));
    ok("fs truncate -s 300K /z");
    ok("fs cp /z /b");
    assertThat(ok("fs cat /b")).isEqualTo("\0".repeat(300 << 10));
  }

  @Test
  void preserveCopiesAclsAndDropsInheritedOnes() {
    ok("fs mkdir /a /b");
    ok("fs touch /a/f /a/g");
    ok("fs setfacl -m u:1000:r /a/f");
    ok("fs setfacl -d -m u:50:rwx /b");
    ok("fs cp -p /a/f /a/g /b");
    assertThat(ok("fs getfacl -c /b/f")).contains("user:alice:r--");
    assertThat(ok("fs getfacl -c /b/g")).doesNotContain("user:50");
  }

  @Test
  void copyContinuesAfterErrors() {
    ok("fs mkdir -p /a/forbidden /a/z");
    assertThat(fails("fs cp -r /a /b"))
        .isEqualTo("giga fs cp: cannot copy /a/forbidden to /b/forbidden: Permission denied\n");
    assertThat(ok("fs ls /b")).isEqualTo("forbidden\nz\n");
  }

  @Test
  void copiesManyFilesConcurrently() {
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      TestShell wide = new TestShell(new InMemoryClient(executor));
      wide.client().put("/a", FileType.DIRECTORY, 0755, 0, 0, 0, 0);
      for (int d = 0; d < 20; d++) {
        wide.client().put("/a/d" + d, FileType.DIRECTORY, 0755, 0, 0, 0, 0);
        for (int f = 0; f < 50; f++) {
          wide.client().put("/a/d" + d + "/f" + f, FileType.REGULAR, 0644, 7, 0, 0, 5);
        }
        wide.run("fs ln /a/d0/f0 /a/d" + d + "/z");
      }
      TestShell.Result result = wide.run("fs cp -a /a /b");
      assertThat(result.err()).isEmpty();
      assertThat(wide.run("fs find /b").out())
          .isEqualTo(wide.run("fs find /a").out().replace("/a", "/b"));
      assertThat(wide.run("fs stat -c %h:%u /b/d19/z").out()).isEqualTo("21:7\n");
    } finally {
      executor.shutdownNow();
    }
  }
}
