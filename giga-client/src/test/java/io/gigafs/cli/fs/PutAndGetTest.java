package io.gigafs.cli.fs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.data.ByteCopy;
import io.gigafs.cli.data.LocalPaths;
import io.gigafs.cli.fs.copy.GetFiles;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.FileAttributes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests put and get between a cluster in memory and a temporary directory. */
class PutAndGetTest extends FsTestBase {
  private static final long MEBIBYTE = 1 << 20;

  @TempDir Path here;

  private Path local(String name) {
    return here.resolve(name);
  }

  private Path make(String name, String text) throws IOException {
    return Files.writeString(local(name), text);
  }

  private List<String> namesHere() throws IOException {
    try (var names = Files.list(here)) {
      return names.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void putsFiles() throws IOException {
    Path a = make("a", "one");
    Path b = make("b", "two");
    Files.setAttribute(a, "unix:mode", 0757);
    ok("fs mkdir /d");
    assertThat(ok("fs put -v " + a + " /f")).isEqualTo(a + " -> /f\n");
    assertThat(ok("fs cat /f")).isEqualTo("one");
    assertThat(stat("%a", "/f")).isEqualTo("755");
    ok("fs put " + a + " " + b + " /d");
    assertThat(ok("fs cat /d/a /d/b")).isEqualTo("onetwo");
    ok("fs put " + b + " /f");
    assertThat(ok("fs cat /f")).isEqualTo("two");
    ok("fs put -n " + a + " /f");
    assertThat(ok("fs cat /f")).isEqualTo("two");
    ok("fs put -t /d " + a);
    assertThat(fails("fs put " + here + " /d"))
        .isEqualTo("giga fs put: -r not specified; omitting directory " + here + "\n");
    assertThat(fails("fs put " + local("none") + " /d"))
        .isEqualTo(
            "giga fs put: cannot copy %s to /d/none: No such file or directory\n"
                .formatted(local("none")));
    assertThat(fails("fs put " + a + " " + b + " /f"))
        .isEqualTo("giga fs put: target /f: Not a directory\n");
    assertThat(fails("fs put -T " + a + " /d"))
        .isEqualTo("giga fs put: cannot copy %s to /d: Is a directory\n".formatted(a));
    assertThat(misused("fs put " + a)).contains("missing destination file operand");
  }

  @Test
  void getsFiles() throws IOException {
    write("/a", "one");
    write("/b", "two");
    ok("fs chmod 757 /a");
    assertThat(ok("fs get -v /a " + local("x"))).isEqualTo("/a -> " + local("x") + "\n");
    assertThat(local("x")).hasContent("one");
    assertThat(Files.getAttribute(local("x"), "unix:mode")).isEqualTo(0100755);
    ok("fs get /a /b " + here);
    assertThat(local("a")).hasContent("one");
    ok("fs get -n /b " + local("a"));
    assertThat(local("a")).hasContent("one");
    ok("fs get /b " + local("a"));
    assertThat(local("a")).hasContent("two");
    assertThat(namesHere()).containsExactly("a", "b", "x");
    Files.createDirectory(local("d"));
    Files.createSymbolicLink(local("l"), Path.of("a"));
    ok("fs get /a " + local("l"));
    assertThat(local("a")).hasContent("one");
    assertThat(fails("fs get -T /a " + local("d")))
        .isEqualTo(
            "giga fs get: cannot overwrite directory %s with non-directory /a\n"
                .formatted(local("d")));
    assertThat(fails("fs get /none " + here))
        .isEqualTo(
            "giga fs get: cannot copy /none to %s: No such file or directory\n"
                .formatted(local("none")));
    ok("fs get /a /dev/null");
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
  }

  @Test
  void putAndGetWorkWithPipes() {
    byte[] large = new byte[3 * ByteCopy.BLOCK_BYTES];
    new Random(5).ints(large.length).forEach(i -> large[Math.floorMod(i, large.length)] = 'x');
    shell.reading(new ByteArrayInputStream("text".getBytes(UTF_8)));
    ok("fs put - /a");
    assertThat(ok("fs get /a -")).isEqualTo("text");
    shell.reading(new ByteArrayInputStream(large));
    ok("fs put - /a");
    assertThat(ok("fs get /a -").getBytes(UTF_8)).isEqualTo(large);
    assertThat(ok("fs ls -A")).isEqualTo("a\n");
    assertThat(stat("%a", "/a")).isEqualTo("644");
    assertThat(fails("fs put - /")).contains("Is a directory");
    assertThat(fails("fs get /none -")).contains("/none: No such file or directory");
  }

  @Test
  void putAndGetKeepTrees() throws IOException {
    Path tree = local("tree");
    Files.createDirectories(tree.resolve("d/e"));
    Files.writeString(tree.resolve("f"), "text");
    Files.createLink(tree.resolve("d/g"), tree.resolve("f"));
    Files.createSymbolicLink(tree.resolve("l"), Path.of("../away"));
    byte[] large = new byte[300_000];
    new Random(6).nextBytes(large);
    Files.write(tree.resolve("d/large"), large);
    Files.write(LocalPaths.child(tree, new byte[] {'n', (byte) 0xff, (byte) 0xc3}), new byte[9]);
    Files.setAttribute(tree.resolve("f"), "unix:mode", 04750);
    Files.setAttribute(tree.resolve("d/e"), "unix:mode", 02555);
    FileTime then = FileTime.from(Instant.ofEpochSecond(1_600_000_000, 123_456_789));
    Files.setLastModifiedTime(tree.resolve("f"), then);
    Files.setLastModifiedTime(tree.resolve("d"), then);
    ok("fs put -a " + tree + " /");
    assertThat(stat("%a:%h:%s", "/tree/f")).isEqualTo("4750:2:4");
    assertThat(stat("%a", "/tree/d/e")).isEqualTo("2555");
    assertThat(stat("%y", "/tree/d")).isEqualTo("2020-09-13 12:26:40.123456789 +0000");
    assertThat(ok("fs readlink /tree/l")).isEqualTo("../away\n");
    ok("fs get -a /tree " + local("back"));
    assertSame(tree, local("back"));
    assertThat(ok("fs put -a --resume --json " + tree + " /"))
        .startsWith("{\"files\":1,\"bytes\":0,\"files_there\":4,\"bytes_there\":300017,");
    assertThat(ok("fs get -aT --resume --json /tree " + local("back")))
        .startsWith("{\"files\":1,\"bytes\":0,\"files_there\":4,\"bytes_there\":300017,");
    assertSame(tree, local("back"));
  }

  private static void assertSame(Path one, Path other) throws IOException {
    assertThat(other.resolve("f")).hasSameBinaryContentAs(one.resolve("f"));
    assertThat(other.resolve("d/large")).hasSameBinaryContentAs(one.resolve("d/large"));
    assertThat(Files.readSymbolicLink(other.resolve("l"))).isEqualTo(Path.of("../away"));
    assertThat(Files.isSameFile(other.resolve("f"), other.resolve("d/g"))).isTrue();
    assertThat(LocalPaths.child(other, new byte[] {'n', (byte) 0xff, (byte) 0xc3})).exists();
    for (String name : List.of("f", "d", "d/e", "d/large")) {
      for (String attribute : List.of("mode", "uid", "gid", "nlink", "lastModifiedTime")) {
        assertThat(attribute(other.resolve(name), attribute))
            .as("%s of %s", attribute, name)
            .isEqualTo(attribute(one.resolve(name), attribute));
      }
    }
  }

  private static Object attribute(Path path, String name) throws IOException {
    return Files.getAttribute(path, "unix:" + name, LinkOption.NOFOLLOW_LINKS);
  }

  @Test
  void interruptedPutIsResumed() throws IOException {
    Path large = local("large");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      for (long at = 0; at < 70 * MEBIBYTE; at += 2 * MEBIBYTE) {
        file.seek(at);
        file.writeLong(at + 1);
      }
      file.setLength(70 * MEBIBYTE);
    }
    ok("fs mkdir /d");
    ok("fs quota set --max-bytes 67M /d");
    assertThat(fails("fs put " + large + " /d"))
        .isEqualTo(
            "giga fs put: cannot copy %s to /d/large: Disk quota exceeded\n".formatted(large));
    assertThat(ok("fs ls -A /d")).matches("\\.large\\.[0-9a-f]{16}\\.part\n");
    ok("fs quota clear /d");
    assertThat(ok("fs put --resume --json " + large + " /d"))
        .startsWith(
            "{\"files\":1,\"bytes\":%d,\"files_there\":0,\"bytes_there\":%d,"
                .formatted(6 * MEBIBYTE, 64 * MEBIBYTE));
    assertThat(ok("fs ls -A /d")).isEqualTo("large\n");
    ok("fs get /d/large " + local("back"));
    assertThat(local("back")).hasSameBinaryContentAs(large);
  }

  @Test
  void interruptedGetIsResumed() throws IOException {
    ok("fs truncate -s 70M /large");
    FileAttributes from = shell.client().stat(GigaPath.parse("/large")).join();
    try (RandomAccessFile part =
        new RandomAccessFile(GetFiles.part(from, local("large")).toFile(), "rw")) {
      part.writeByte(1);
      part.setLength(65 * MEBIBYTE);
    }
    assertThat(ok("fs get --resume --json /large " + here))
        .startsWith(
            "{\"files\":1,\"bytes\":%d,\"files_there\":0,\"bytes_there\":%d,"
                .formatted(6 * MEBIBYTE, 64 * MEBIBYTE));
    assertThat(namesHere()).containsExactly("large");
    assertThat(Files.size(local("large"))).isEqualTo(70 * MEBIBYTE);
    ok("fs touch /large");
    ok("fs get /large " + here);
    assertThat(namesHere()).containsExactly("large");
  }

  @Test
  void transferContinuesAfterErrors() throws IOException {
    ok("fs mkdir -p /a/forbidden /a/z");
    write("/a/f", "text");
    assertThat(fails("fs get -r /a " + local("a")))
        .isEqualTo(
            "giga fs get: cannot copy /a/forbidden to %s: Permission denied\n"
                .formatted(local("a/forbidden")));
    assertThat(local("a/f")).hasContent("text");
    assertThat(Files.getAttribute(local("a/z"), "unix:mode")).isEqualTo(040755);
    assertThat(Files.getAttribute(local("a"), "unix:mode")).isEqualTo(040755);
    make("b", "text");
    ok("fs mkdir -p /here/b");
    assertThat(fails("fs put -rT " + here + " /here"))
        .contains("cannot copy " + local("b") + " to /here/b: Is a directory");
    assertThat(ok("fs cat /here/a/f")).isEqualTo("text");
  }
}
