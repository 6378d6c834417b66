package io.gigafs.cli.fs;

import static io.gigafs.cli.TestShell.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.ProcessIdentity;
import io.gigafs.cli.TestShell;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the commands that create, show and change single files. */
class FileCommandsTest {
  private final TestShell shell = new TestShell();

  private String ok(String line) {
    TestShell.Result result = shell.run(line);
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    return result.out();
  }

  private String fails(String line) {
    TestShell.Result result = shell.run(line);
    assertThat(result.exitCode()).isEqualTo(1);
    return result.err();
  }

  private String mode(String path) {
    return ok("fs stat -c %A " + path).strip();
  }

  @Test
  void mkdirAppliesTheUmask() {
    ok("fs mkdir /a /b");
    shell.as(new ProcessIdentity(Caller.ROOT, 077));
    ok("fs mkdir /c");
    ok("fs mkdir -m 1777 /d");
    ok("fs mkdir -m o=,g+w /e");
    assertThat(mode("/a")).isEqualTo("drwxr-xr-x");
    assertThat(mode("/c")).isEqualTo("drwx------");
    assertThat(mode("/d")).isEqualTo("drwxrwxrwt");
    assertThat(mode("/e")).isEqualTo("drwxrwx---");
  }

  @Test
  void mkdirContinuesAfterErrors() {
    assertThat(fails("fs mkdir /x/y / /z /z"))
        .isEqualTo(
            """
            giga fs mkdir: /x/y: No such file or directory
            giga fs mkdir: /: File exists
            giga fs mkdir: /z: File exists
            """);
    assertThat(mode("/z")).isEqualTo("drwxr-xr-x");
  }

  @Test
  void mkdirMakesParents() {
    shell.as(new ProcessIdentity(Caller.ROOT, 0277));
    assertThat(ok("fs mkdir -pv -m 500 /a/b/c"))
        .isEqualTo("created directory /a\ncreated directory /a/b\ncreated directory /a/b/c\n");
    assertThat(mode("/a")).isEqualTo("drwx------");
    assertThat(mode("/a/b/c")).isEqualTo("dr-x------");
    assertThat(ok("fs mkdir -p /a/b/c / /a")).isEmpty();
    ok("fs touch /a/f");
    assertThat(fails("fs mkdir -p /a/f")).isEqualTo("giga fs mkdir: /a/f: File exists\n");
    assertThat(fails("fs mkdir -p /a/f/g")).isEqualTo("giga fs mkdir: /a/f/g: Not a directory\n");
  }

  @Test
  void touchAppliesTheUmask() {
    ok("fs touch /a");
    assertThat(mode("/a")).isEqualTo("-rw-r--r--");
    assertThat(ok("fs touch -c /b")).isEmpty();
    assertThat(fails("fs stat /b")).contains("No such file");
    assertThat(fails("fs touch /c/ /x/y"))
        .isEqualTo(
            """
            giga fs touch: /c/: No such file or directory
            giga fs touch: /x/y: No such file or directory
            """);
  }

  @Test
  void touchSetsTimes() {
    shell.client().put("/a", FileType.REGULAR, 0644, 0, 0, 0, 0);
    ok("fs touch -a -d 2023-11-14 /a");
    assertThat(ok("fs stat -c %X,%Y /a")).isEqualTo("1699920000,0\n");
    ok("fs touch -m -t 202311142213.20 /a");
    assertThat(ok("fs stat -c %X,%Y /a")).isEqualTo("1699920000,1700000000\n");
    ok("fs touch -r /a /b");
    assertThat(ok("fs stat -c %X,%Y /b")).isEqualTo("1699920000,1700000000\n");
    shell.client().setNow(NOW + 1_000_000_000);
    ok("fs touch /a");
    assertThat(ok("fs stat -c %X,%Y /a")).isEqualTo("1700000001,1700000001\n");
    assertThat(fails("fs touch -r /none /a"))
        .isEqualTo("giga fs touch: /none: No such file or directory\n");
  }

  @Test
  void statShowsEverything() {
    shell.client().put("/a b", FileType.REGULAR, 04755, 1000, 100, 1_000, NOW + 7);
    TestShell.Result result = shell.runWords("fs", "stat", "/a b");
    assertThat(result.out())
        .isEqualTo(
            """
              File: 'a b'
              Size: 1000      \tBlocks: 2          IO Block: 4096   regular file
            Device: 0,0\tInode: 3                     Links: 1
            Access: (4755/-rwsr-xr-x)  Uid: ( 1000/   alice)   Gid: (  100/   users)
            Access: 2023-11-14 22:13:20.000000007 +0000
            Modify: 2023-11-14 22:13:20.000000007 +0000
            Change: 2023-11-14 22:13:20.000000007 +0000
             Birth: -
            """
                .replace("'a b'", "'/a b'"));
  }

  @Test
  void statAppliesFormats() {
    ok("fs touch /a");
    assertThat(ok("fs stat -c [%5a|%-5s|%05u|%%|%F|%f|%N|%q] /a"))
        .isEqualTo("[  644|0    |00000|%|regular empty file|81a4|/a|?]\n");
    assertThat(ok("fs stat --printf %n\\t%i\\n\\101 /a")).isEqualTo("/a\t3\nA");
    assertThat(ok("fs stat -c %F:%s /")).isEqualTo("directory:1\n");
    assertThat(ok("fs stat --json /")).startsWith("{\"name\":\"/\",\"inode\":\"2\",");
  }

  @Test
  void chmodChangesModes() {
    ok("fs mkdir -p /d/e");
    ok("fs touch /d/f /d/e/g");
    ok("fs chmod 600 /d/f");
    assertThat(mode("/d/f")).isEqualTo("-rw-------");
    ok("fs chmod -x /d");
    assertThat(mode("/d")).isEqualTo("drw-r--r--");
    ok("fs chmod -R u+rwX,go=rX /d");
    assertThat(mode("/d")).isEqualTo("drwxr-xr-x");
    assertThat(mode("/d/e")).isEqualTo("drwxr-xr-x");
    assertThat(mode("/d/f")).isEqualTo("-rw-r--r--");
    assertThat(mode("/d/e/g")).isEqualTo("-rw-r--r--");
    assertThat(fails("fs chmod 644 /none /d/f"))
        .isEqualTo("giga fs chmod: /none: No such file or directory\n");
  }

  @Test
  void chownChangesOwners() {
    ok("fs mkdir /d");
    ok("fs touch /d/f");
    ok("fs chown alice /d/f");
    assertThat(ok("fs stat -c %u:%g /d/f")).isEqualTo("1000:0\n");
    ok("fs chown alice: /d/f");
    assertThat(ok("fs stat -c %U:%G /d/f")).isEqualTo("alice:users\n");
    ok("fs chown -R :staff /d");
    assertThat(ok("fs stat -c %u:%g /d /d/f")).isEqualTo("0:50\n1000:50\n");
    ok("fs chown 7:8 /d");
    assertThat(ok("fs stat -c %U:%G /d")).isEqualTo("7:8\n");
  }

  @Test
  void rmdirRemovesEmptyDirectories() {
    ok("fs mkdir -p /a/b/c /a/x");
    ok("fs touch /f");
    assertThat(fails("fs rmdir /a /f /none / /a/."))
        .isEqualTo(
            """
            giga fs rmdir: /a: Directory not empty
            giga fs rmdir: /f: Not a directory
            giga fs rmdir: /none: No such file or directory
            giga fs rmdir: /: Device or resource busy
            giga fs rmdir: /a/.: Invalid argument
            """);
    assertThat(fails("fs rmdir -p /a/b/c")).isEqualTo("giga fs rmdir: /a: Directory not empty\n");
    assertThat(ok("fs rmdir -v /a/x")).isEqualTo("removed directory /a/x\n");
    ok("fs mkdir -p /q/r");
    ok("fs rmdir --ignore-fail-on-non-empty /q");
  }

  @Test
  void dfShowsTotals() {
    assertThat(ok("fs df"))
        .isEqualTo(
            """
            Filesystem             1K-blocks     Used  Available  Use%  Mounted on
            giga://10.0.0.1:7000/   10485760  4194305    6291456   41%  /
            """);
    assertThat(ok("fs df -h"))
        .isEqualTo(
            """
            Filesystem             Size  Used  Avail  Use%  Mounted on
            giga://10.0.0.1:7000/   10G  4.1G   6.0G   41%  /
            """);
    assertThat(ok("fs df -i"))
        .isEqualTo(
            """
            Filesystem             Inodes   IUsed  IFree  IUse%  Mounted on
            giga://10.0.0.1:7000/       -  123456      -      -  /
            """);
    assertThat(ok("fs df --json"))
        .isEqualTo(
            "{\"cluster\":\"giga://10.0.0.1:7000/\",\"entries\":123456,\"total_bytes\":10737418240,"
                + "\"used_bytes\":4294967297,\"free_bytes\":6442450943,"
                + "\"reserved_bytes\":0,\"store_bytes\":1073741824,\"uncounted_volumes\":[]}\n");
  }

  @Test
  void dfReportsUncountedVolumes() {
    shell.client().hideSizes(List.of(3));
    assertThat(fails("fs df"))
        .isEqualTo(
            "giga fs df: volume 3 is not counted, as no server knows its size: see giga volume"
                + " list\n");
    assertThat(shell.run("fs df --json").out()).contains("\"uncounted_volumes\":[3]");
  }
}
