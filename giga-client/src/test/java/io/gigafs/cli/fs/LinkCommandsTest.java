package io.gigafs.cli.fs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests ln, readlink, mknod and mkfifo. */
class LinkCommandsTest extends FsTestBase {
  @Test
  void lnMakesHardLinks() {
    ok("fs mkdir /d");
    ok("fs touch /a");
    assertThat(ok("fs ln -v /a /b")).isEqualTo("/b => /a\n");
    ok("fs ln /a /d");
    ok("fs ln -t /d /b");
    assertThat(stat("%h", "/d/b")).isEqualTo("4");
    assertThat(fails("fs ln /d /e"))
        .isEqualTo("giga fs ln: /d: hard link not allowed for directory\n");
    assertThat(fails("fs ln /none /e"))
        .isEqualTo("giga fs ln: failed to access /none: No such file or directory\n");
    assertThat(fails("fs ln /a /b"))
        .isEqualTo("giga fs ln: failed to create hard link /b => /a: File exists\n");
    assertThat(fails("fs ln -f /a /b")).isEqualTo("giga fs ln: /a and /b are the same file\n");
    ok("fs touch /c");
    ok("fs ln -f /a /c");
    assertThat(stat("%h", "/c")).isEqualTo("5");
  }

  @Test
  void lnLinksTheSymbolicLinkByDefault() {
    ok("fs touch /a");
    ok("fs ln -s a /l");
    ok("fs ln /l /m");
    assertThat(ok("fs readlink /m")).isEqualTo("a\n");
    ok("fs ln -L /l /n");
    assertThat(stat("%i", "/n")).isEqualTo(stat("%i", "/a"));
  }

  @Test
  void lnMakesSymbolicLinks() {
    ok("fs mkdir -p /d/e /x/y");
    okWords("fs", "ln", "-s", "no such thing", "/l");
    assertThat(ok("fs readlink /l")).isEqualTo("no such thing\n");
    ok("fs ln -s ../x/y /d");
    assertThat(ok("fs readlink /d/y")).isEqualTo("../x/y\n");
    assertThat(ok("fs ln -srv /x/y /d/e/r")).isEqualTo("/d/e/r -> ../../x/y\n");
    assertThat(fails("fs ln -s x /l"))
        .isEqualTo("giga fs ln: failed to create symbolic link /l: File exists\n");
    ok("fs ln -sf x /l");
    assertThat(ok("fs readlink /l")).isEqualTo("x\n");
    ok("fs ln -sfn d /l");
    assertThat(ok("fs readlink /l")).isEqualTo("d\n");
    ok("fs ln -s x /l");
    assertThat(ok("fs readlink /d/x")).isEqualTo("x\n");
    assertThat(fails("fs ln -sfT x /d")).isEqualTo("giga fs ln: /d: cannot overwrite directory\n");
  }

  @Test
  void readlinkRefusesOtherFiles() {
    ok("fs touch /a");
    assertThat(fails("fs readlink /a")).isEqualTo("giga fs readlink: /a: Invalid argument\n");
    assertThat(fails("fs readlink -q /a")).isEmpty();
  }

  @Test
  void readlinkFollowsPaths() {
    ok("fs mkdir -p /d/e");
    ok("fs touch /d/e/f");
    ok("fs ln -s d/e /l");
    ok("fs ln -s ../../l/f /d/e/m");
    assertThat(ok("fs readlink -f /l/m")).isEqualTo("/d/e/f\n");
    assertThat(ok("fs readlink -f /l/none")).isEqualTo("/d/e/none\n");
    assertThat(ok("fs readlink -f /")).isEqualTo("/\n");
    assertThat(fails("fs readlink -e /l/none")).contains("No such file");
    assertThat(fails("fs readlink -f /l/none/x")).contains("No such file");
    assertThat(fails("fs readlink -f /l/f/x")).contains("Not a directory");
    assertThat(ok("fs readlink -n /l")).isEqualTo("d/e");
    assertThat(ok("fs readlink -z /l /l")).isEqualTo("d/e\0d/e\0");
    ok("fs ln -s loop /loop");
    assertThat(fails("fs readlink -f /loop")).contains("Too many levels of symbolic links");
  }

  @Test
  void mknodAndMkfifoMakeNodes() {
    ok("fs mkfifo /p /q");
    ok("fs mkfifo -m 600 /r");
    ok("fs mknod /c c 0x1 010");
    ok("fs mknod /b b 259 70000");
    ok("fs mknod -m g-r /s p");
    assertThat(stat("%A", "/p")).isEqualTo("prw-r--r--");
    assertThat(stat("%A", "/r")).isEqualTo("prw-------");
    assertThat(stat("%A", "/s")).isEqualTo("prw--w-rw-");
    assertThat(stat("%F:%t:%T", "/c")).isEqualTo("character special file:1:8");
    assertThat(ok("fs ls -l /b")).contains("259, 70000");
    assertThat(fails("fs mkfifo /p")).isEqualTo("giga fs mkfifo: /p: File exists\n");
    assertThat(misused("fs mknod /x d")).contains("invalid device type 'd'");
    assertThat(misused("fs mknod /x p 1 2")).contains("fifos do not have major");
    assertThat(misused("fs mknod /x c 1")).contains("special files require major and minor");
    assertThat(misused("fs mknod /x c 1 y")).contains("invalid minor device number 'y'");
    assertThat(misused("fs mkfifo -m 4644 /x")).contains("only permissions");
  }
}
