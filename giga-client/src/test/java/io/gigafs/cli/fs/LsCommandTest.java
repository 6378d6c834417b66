package io.gigafs.cli.fs;

import static io.gigafs.cli.TestShell.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.TestShell;
import io.gigafs.protocol.FileType;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests ls on a cluster in memory. */
class LsCommandTest {
  private static final long SECOND = 1_000_000_000L;

  private final TestShell shell = new TestShell();

  /** Assigns inode numbers from 3 in this order. */
  @BeforeEach
  void makeTree() {
    put("/dir", FileType.DIRECTORY, 01777, 0, 0, 0, NOW - SECOND);
    put("/dir/sub", FileType.DIRECTORY, 0755, 0, 0, 0, NOW - SECOND);
    put("/dir/file", FileType.REGULAR, 0644, 0, 0, 0, NOW - SECOND);
    put("/big", FileType.REGULAR, 0640, 1000, 100, 1_234_567, NOW - 3_600 * SECOND);
    put("/.hidden", FileType.REGULAR, 0600, 77, 88, 1, 0);
    put("/run me", FileType.REGULAR, 04755, 1000, 50, 10, NOW - 7_200 * SECOND);
    put("/link", FileType.SYMLINK, 0777, 0, 0, 5, NOW);
  }

  private void put(String path, FileType type, int mode, int uid, int gid, long size, long nanos) {
    shell.client().put(path, type, mode, uid, gid, size, nanos);
  }

  private String ls(String options) {
    TestShell.Result result = shell.run("fs ls" + options);
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    return result.out();
  }

  @Test
  void listsNamesInOrder() {
    assertThat(ls("")).isEqualTo("big\ndir\nlink\nrun me\n");
  }

  @Test
  void listsOnePathAsItself() {
    assertThat(ls(" /big")).isEqualTo("/big\n");
    assertThat(ls(" -d /dir/")).isEqualTo("/dir/\n");
    assertThat(ls(" giga://10.0.0.1:7000/dir")).isEqualTo("file\nsub\n");
  }

  @Test
  void listsHiddenNamesOnDemand() {
    assertThat(ls(" -A")).isEqualTo(".hidden\nbig\ndir\nlink\nrun me\n");
    assertThat(ls(" -a /dir")).isEqualTo(".\n..\nfile\nsub\n");
  }

  @Test
  void listsAttributes() {
    assertThat(ls(" -lA"))
        .isEqualTo(
            """
            total 1208
            -rw------- 1 77    88          1 Jan  1  1970 .hidden
            -rw-r----- 1 alice users 1234567 Nov 14 21:13 big
            drwxrwxrwt 3 root  root        2 Nov 14 22:13 dir
            lrwxrwxrwx 1 root  root        5 Nov 14 22:13 link -> xxxxx
            -rwsr-xr-x 1 alice staff      10 Nov 14 20:13 run me
            """);
  }

  @Test
  void listsNumbersAndInodesOnDemand() {
    assertThat(ls(" -nih /big")).isEqualTo("6 -rw-r----- 1 1000 100 1.2M Nov 14 21:13 /big\n");
  }

  @Test
  void unsortedListingIsStreamed() {
    assertThat(ls(" -lU /dir"))
        .isEqualTo(
            """
            -rw-r--r-- 1 root root 0 Nov 14 22:13 file
            drwxr-xr-x 2 root root 0 Nov 14 22:13 sub
            """);
  }

  @Test
  void sortsByTimeAndSize() {
    assertThat(ls(" -t")).isEqualTo("link\ndir\nbig\nrun me\n");
    assertThat(ls(" -tr")).isEqualTo("run me\nbig\ndir\nlink\n");
    assertThat(ls(" -S")).isEqualTo("big\nrun me\nlink\ndir\n");
  }

  @Test
  void classifyAppendsTypeIndicators() {
    assertThat(ls(" -F")).isEqualTo("big\ndir/\nlink@\nrun me*\n");
  }

  @Test
  void filesAreListedFirstAndErrorsAreSkipped() {
    TestShell.Result result = shell.run("fs ls /dir /nothing /big /big/ /dir/sub");
    assertThat(result.out()).isEqualTo("/big\n\n/dir:\nfile\nsub\n\n/dir/sub:\n");
    assertThat(result.err())
        .isEqualTo(
            """
            giga fs ls: /nothing: No such file or directory
            giga fs ls: /big/: Not a directory
            """);
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @Test
  void errorNamesTheUnreadableDirectory() {
    put("/forbidden", FileType.DIRECTORY, 0, 0, 0, 0, 0);
    TestShell.Result result = shell.run("fs ls /forbidden");
    assertThat(result.err()).isEqualTo("giga fs ls: /forbidden: Permission denied\n");
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @Test
  void terminalOutputHasColumnsAndQuotes() {
    for (int i = 1; i <= 9; i++) {
      put("/dir/long name " + i, FileType.REGULAR, 0644, 0, 0, 0, 0);
    }
    shell.onTerminal();
    assertThat(ls(" /dir"))
        .isEqualTo(
            """
            file           'long name 5'  sub
            'long name 1'  'long name 6'
            'long name 2'  'long name 7'
            'long name 3'  'long name 8'
            'long name 4'  'long name 9'
            """);
    assertThat(ls(" -1 /")).isEqualTo("big\ndir\nlink\n'run me'\n");
  }

  @Test
  void namesArePrintedAsRawBytes() {
    String name = ByteText.decode(new byte[] {'x', (byte) 0xff});
    shell.run("fs touch /dir/" + name);
    assertThat(ls(" /dir")).isEqualTo("file\nsub\n" + name + "\n");
    assertThat(ls(" --json /dir"))
        .endsWith(
            "{\"name\":\"x\ufffd\",\"name_hex\":\"78ff\",\"inode\":\"10\",\"type\":\"regular\"}\n");
  }

  @Test
  void writesJson() {
    assertThat(ls(" --json -l /dir/file"))
        .isEqualTo(
            "{\"name\":\"/dir/file\",\"inode\":\"5\",\"type\":\"regular\",\"mode\":\"644\",\"uid\":0,"
                + "\"gid\":0,\"size\":0,\"links\":1,\"atime_ns\":1699999999000000000,"
                + "\"mtime_ns\":1699999999000000000,\"ctime_ns\":1699999999000000000}\n");
  }

  @Test
  void readsArgumentsAsUtf8() {
    shell.run("fs touch /dir/\u00e9");
    assertThat(ls(" /dir").getBytes(StandardCharsets.UTF_8))
        .isEqualTo("file\nsub\n\u00e9\n".getBytes(StandardCharsets.UTF_8));
  }
}
