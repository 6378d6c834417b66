package io.gigafs.cli.fs;

import static io.gigafs.cli.TestShell.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.protocol.FileType;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests mv on a cluster in memory. */
class MvCommandTest extends FsTestBase {
  @Test
  void renamesFiles() {
    ok("fs touch /a");
    String inode = stat("%i", "/a");
    assertThat(ok("fs mv -v /a /b")).isEqualTo("renamed /a -> /b\n");
    assertThat(stat("%i", "/b")).isEqualTo(inode);
    assertThat(ok("fs ls")).isEqualTo("b\n");
  }

  @Test
  void movesIntoDirectories() {
    ok("fs mkdir /d /e");
    ok("fs touch /a /b /c");
    ok("fs mv /a /b /d");
    ok("fs mv -t /e /c /d/a");
    ok("fs mv /d/ /e/");
    assertThat(ok("fs find /e")).isEqualTo("/e\n/e/a\n/e/c\n/e/d\n/e/d/b\n");
  }

  @Test
  void moveContinuesAfterErrors() {
    ok("fs mkdir /d");
    ok("fs touch /b");
    assertThat(fails("fs mv /a /b /d"))
        .isEqualTo("giga fs mv: cannot move /a to /d/a: No such file or directory\n");
    assertThat(ok("fs ls /d")).isEqualTo("b\n");
    assertThat(fails("fs mv /d/b /d /none"))
        .isEqualTo("giga fs mv: target /none: Not a directory\n");
    assertThat(fails("fs mv /d/b /none/"))
        .isEqualTo("giga fs mv: cannot move /d/b to /none/: Not a directory\n");
    assertThat(fails("fs mv / /d"))
        .isEqualTo("giga fs mv: cannot move / to /d: Device or resource busy\n");
  }

  @Test
  void sameFileIsReported() {
    ok("fs touch /a");
    ok("fs mkdir /d");
    assertThat(fails("fs mv /a /a")).isEqualTo("giga fs mv: /a and /a are the same file\n");
    assertThat(fails("fs mv /d /d"))
        .isEqualTo("giga fs mv: cannot move /d to a subdirectory of itself, /d/d\n");
    assertThat(fails("fs mv -T /d /d")).isEqualTo("giga fs mv: /d and /d are the same file\n");
    ok("fs ln /a /b");
    ok("fs mv /a /b");
    assertThat(ok("fs ls")).isEqualTo("b\nd\n");
    assertThat(stat("%h", "/b")).isEqualTo("1");
  }

  @Test
  void overwriteRulesAreRespected() {
    ok("fs mkdir -p /d/x /e/d/y /f");
    ok("fs touch /a /b");
    assertThat(fails("fs mv -T /a /d"))
        .isEqualTo("giga fs mv: cannot overwrite directory /d with non-directory /a\n");
    assertThat(fails("fs mv -T /d /a"))
        .isEqualTo("giga fs mv: cannot overwrite non-directory /a with directory /d\n");
    assertThat(fails("fs mv /d /e"))
        .isEqualTo("giga fs mv: cannot overwrite /e/d: Directory not empty\n");
    ok("fs mv -T /d /f");
    assertThat(ok("fs ls /f")).isEqualTo("x\n");
    String inode = stat("%i", "/b");
    ok("fs mv -n /a /b");
    ok("fs mv -fn /a /b");
    assertThat(stat("%i", "/b")).isEqualTo(inode);
    ok("fs mv -nf /a /b");
    assertThat(stat("%i", "/b")).isNotEqualTo(inode);
  }

  @Test
  void interactiveMoveAsks() {
    ok("fs touch /a /b /c");
    shell.reading(new ByteArrayInputStream("no\nyes\n".getBytes(StandardCharsets.UTF_8)));
    assertThat(shell.run("fs mv -i /a /b").err()).isEqualTo("giga fs mv: overwrite /b? ");
    assertThat(ok("fs ls")).isEqualTo("a\nb\nc\n");
    shell.run("fs mv -i /a /b");
    shell.run("fs mv -i /b /c");
    assertThat(ok("fs ls")).isEqualTo("b\nc\n");
  }

  @Test
  void updateReplacesOnlyOlderFiles() {
    shell.client().put("/old", FileType.REGULAR, 0644, 0, 0, 0, NOW - 5);
    shell.client().put("/new", FileType.REGULAR, 0644, 0, 0, 0, NOW);
    ok("fs mv -u /old /new");
    assertThat(ok("fs ls")).isEqualTo("new\nold\n");
    ok("fs mv -u /new /old");
    assertThat(ok("fs ls")).isEqualTo("old\n");
  }

  @Test
  void exchangesFiles() {
    ok("fs mkdir -p /d/x");
    ok("fs touch /a");
    assertThat(ok("fs mv --exchange -Tv /a /d")).isEqualTo("exchanged /a <-> /d\n");
    assertThat(ok("fs ls -F")).isEqualTo("a/\nd\n");
    assertThat(fails("fs mv --exchange /a /none"))
        .isEqualTo("giga fs mv: cannot exchange /a and /none: No such file or directory\n");
  }

  @Test
  void movesLinksThemselves() {
    ok("fs mkdir /d");
    ok("fs ln -s d /l");
    ok("fs mv -T /l /m");
    assertThat(ok("fs readlink /m")).isEqualTo("d\n");
    ok("fs touch /a");
    ok("fs mv /a /m");
    assertThat(ok("fs ls /d")).isEqualTo("a\n");
  }

  @Test
  void copiesBetweenQuotas() {
    ok("fs mkdir -p /q /d/e");
    shell.client().keepQuotasApart();
    ok("fs quota set --max-entries 100 /q");
    ok("fs touch /d/a");
    ok("fs ln /d/a /d/e/b");
    ok("fs ln -s a /d/l");
    ok("fs chmod 750 /d/e");
    assertThat(fails("fs mv --no-copy /d /q"))
        .isEqualTo("giga fs mv: cannot move /d to /q/d: Invalid cross-device link\n");
    ok("fs mv /d /q");
    assertThat(ok("fs ls")).isEqualTo("q\n");
    assertThat(ok("fs find /q")).isEqualTo("/q\n/q/d\n/q/d/a\n/q/d/e\n/q/d/e/b\n/q/d/l\n");
    assertThat(stat("%i", "/q/d/a")).isEqualTo(stat("%i", "/q/d/e/b"));
    assertThat(stat("%a", "/q/d/e")).isEqualTo("750");
    assertThat(ok("fs readlink /q/d/l")).isEqualTo("a\n");
  }

  @Test
  void movesContentsBetweenQuotas() {
    ok("fs mkdir /q /d");
    shell.client().keepQuotasApart();
    ok("fs quota set --max-bytes 10 /q");
    write("/d/a", "contents");
    ok("fs mv /d/a /q");
    assertThat(ok("fs cat /q/a")).isEqualTo("contents");
    write("/d/b", "too many");
    assertThat(fails("fs mv /d/b /q"))
        .isEqualTo(
            """
            giga fs mv: cannot move /d/b to /q/b: Disk quota exceeded
            """);
    assertThat(ok("fs cat /d/b")).isEqualTo("too many");
    assertThat(fails("fs mv /d /q"))
        .isEqualTo(
            """
            giga fs mv: cannot move /d/b to /q/d/b: Disk quota exceeded
            giga fs mv: /d: not removed, as not all of it was copied
            """);
    assertThat(ok("fs cat /d/b")).isEqualTo("too many");
  }

  @Test
  void misuseIsReported() {
    assertThat(misused("fs mv")).contains("missing file operand");
    assertThat(misused("fs mv /a")).contains("missing destination file operand after /a");
    assertThat(misused("fs mv -T /a /b /c")).contains("extra operand /c");
    assertThat(misused("fs mv -T -t /a /b")).contains("not both -t and -T");
    assertThat(misused("fs mv a /b")).contains("not an absolute path");
  }
}
