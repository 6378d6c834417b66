package io.gigafs.cli.fs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests getfattr and setfattr. */
class XattrCommandsTest extends FsTestBase {
  @Test
  void showsNamesAndValues() {
    ok("fs mkdir /d");
    ok("fs touch /d/f");
    ok("fs setfattr -n user.b -v two /d/f");
    ok("fs setfattr -n user.a /d/f");
    ok("fs setfattr -n trusted.t -v 0x00ff /d/f");
    assertThat(ok("fs getfattr /d/f /d")).isEqualTo("# file: d/f\nuser.a\nuser.b\n\n");
    assertThat(ok("fs getfattr -d --absolute-names /d/f"))
        .isEqualTo("# file: /d/f\nuser.a=\"\"\nuser.b=\"two\"\n\n");
    assertThat(ok("fs getfattr -d -m - -e hex /d/f"))
        .isEqualTo("# file: d/f\ntrusted.t=0x00ff\nuser.a=0x\nuser.b=0x74776f\n\n");
    assertThat(ok("fs getfattr -m ^trusted -d /d/f")).contains("trusted.t=0sAP8=\n");
    assertThat(ok("fs getfattr -n user.b -e base64 /d/f")).contains("user.b=0sdHdv\n");
    assertThat(ok("fs getfattr --only-values -n user.b /d/f")).isEqualTo("two");
    assertThat(ok("fs getfattr -R /")).isEqualTo("# file: d/f\nuser.a\nuser.b\n\n");
  }

  @Test
  void commandsContinueAfterErrors() {
    ok("fs touch /f /g");
    ok("fs setfattr -n user.a -v 1 /g");
    assertThat(fails("fs getfattr -n user.a /f /none /g"))
        .isEqualTo(
            """
            giga fs getfattr: /f: user.a: No such attribute
            giga fs getfattr: /none: No such file or directory
            """);
    assertThat(fails("fs setfattr -x user.a /f /g"))
        .isEqualTo("giga fs setfattr: /f: No such attribute\n");
    assertThat(ok("fs getfattr /g")).isEmpty();
  }

  @Test
  void specialCharactersAreQuoted() {
    okWords("fs", "touch", "/a\n\\b");
    okWords("fs", "setfattr", "-n", "user.q", "-v", "\"x\\\"y\\\\z and more\\012\"", "/a\n\\b");
    assertThat(okWords("fs", "getfattr", "-d", "/a\n\\b"))
        .isEqualTo("# file: a\\012\\134b\nuser.q=\"x\\\"y\\\\z and more\\012\"\n\n");
  }

  @Test
  void setfattrRestoresGetfattrOutput() {
    okWords("fs", "touch", "/a b", "/c\n");
    okWords("fs", "setfattr", "-n", "user.q", "-v", "0x000102fe", "/a b");
    okWords("fs", "setfattr", "-n", "user.r=s", "-v", "\"\\\\\\\"\"", "/c\n");
    String dump = ok("fs getfattr -Rd /");
    okWords("fs", "setfattr", "-x", "user.q", "/a b");
    okWords("fs", "setfattr", "-x", "user.r=s", "/c\n");
    assertThat(ok("fs getfattr -Rd /")).isEmpty();
    feed(dump);
    ok("fs setfattr --restore=-");
    assertThat(ok("fs getfattr -Rd /")).isEqualTo(dump).contains("user.r\\075s=");
    feed("user.a=1\n");
    assertThat(fails("fs setfattr --restore=-"))
        .isEqualTo("giga fs setfattr: -: line 1: '# file: PATH' is missing before it\n");
  }

  @Test
  void linksAreFollowedByDefault() {
    ok("fs touch /f");
    ok("fs ln -s f /l");
    ok("fs setfattr -n user.a -v 1 /l");
    ok("fs setfattr -h -n trusted.a -v 2 /l");
    assertThat(ok("fs getfattr -m - /f")).isEqualTo("# file: f\nuser.a\n\n");
    assertThat(ok("fs getfattr -h -m - /l")).isEqualTo("# file: l\ntrusted.a\n\n");
    assertThat(ok("fs getfattr -R -m - /")).isEqualTo("# file: f\nuser.a\n\n");
  }

  @Test
  void misuseIsReported() {
    assertThat(misused("fs setfattr /f")).contains("one of -n NAME, -x NAME");
    assertThat(misused("fs setfattr -n user.a -v 0x1 /f")).contains("is not hexadecimal");
    assertThat(misused("fs getfattr -e octal /f")).contains("not text, hex or base64");
    assertThat(misused("fs getfattr -m ( /f")).contains("not a regular expression");
  }

  private void feed(String text) {
    shell.reading(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }
}
