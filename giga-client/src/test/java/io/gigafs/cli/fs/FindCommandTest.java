package io.gigafs.cli.fs;

import static io.gigafs.cli.TestShell.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.TestShell;
import io.gigafs.protocol.FileType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests find on a cluster in memory. */
class FindCommandTest {
  private static final long DAY = 86_400_000_000_000L;

  private final TestShell shell = new TestShell();

  @BeforeEach
  void makeTree() {
    put("/a", FileType.DIRECTORY, 0755, 0, 0, 0, NOW);
    put("/a/b", FileType.DIRECTORY, 0700, 1000, 100, 0, NOW);
    put("/a/b/x.txt", FileType.REGULAR, 0644, 1000, 100, 10, NOW - DAY / 2);
    put("/a/b/y.TXT", FileType.REGULAR, 0600, 0, 0, 5_000, NOW - 10 * DAY);
    put("/a/c", FileType.DIRECTORY, 0755, 0, 0, 0, NOW - 3 * DAY);
    put("/a/l", FileType.SYMLINK, 0777, 0, 0, 1, NOW);
  }

  private void put(String path, FileType type, int mode, int uid, int gid, long size, long nanos) {
    shell.client().put(path, type, mode, uid, gid, size, nanos);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /a                           | /a /a/b /a/b/x.txt /a/b/y.TXT /a/c /a/l
          ''                           | / /a /a/b /a/b/x.txt /a/b/y.TXT /a/c /a/l
          /a/c /a/l                    | /a/c /a/l
          /a -type f                   | /a/b/x.txt /a/b/y.TXT
          /a -type f,l                 | /a/b/x.txt /a/b/y.TXT /a/l
          /a ! -type d                 | /a/b/x.txt /a/b/y.TXT /a/l
          /a -not -type d -a -type l   | /a/l
          /a -name *.txt               | /a/b/x.txt
          /a -iname *.txt              | /a/b/x.txt /a/b/y.TXT
          /a -path */b/*               | /a/b/x.txt /a/b/y.TXT
          /a -maxdepth 1               | /a /a/b /a/c /a/l
          /a -mindepth 2               | /a/b/x.txt /a/b/y.TXT
          /a -mindepth 1 -maxdepth 1 -type d | /a/b /a/c
          /a -depth                    | /a/b/x.txt /a/b/y.TXT /a/b /a/c /a/l /a
          /a -size +1k                 | /a/b/y.TXT
          /a -type f -size 1           | /a/b/x.txt
          /a -type f -size 10c         | /a/b/x.txt
          /a -type f -size -6000c      | /a/b/x.txt /a/b/y.TXT
          /a -mtime +9                 | /a/b/y.TXT
          /a -mtime 3                  | /a/c
          /a -type f -mmin -1440       | /a/b/x.txt
          /a -newer /a/c -type f       | /a/b/x.txt
          /a -user alice               | /a/b /a/b/x.txt
          /a -uid 1000 -group users    | /a/b /a/b/x.txt
          /a -gid 100 -type f          | /a/b/x.txt
          /a -perm 600                 | /a/b/y.TXT
          /a -perm -755                | /a /a/c /a/l
          /a -type f -perm /044        | /a/b/x.txt
          /a -empty                    | /a/c
          /a -links 3                  |
          /a -name b -prune -o -print  | /a /a/c /a/l
          /a -name b -o -name c        | /a/b /a/c
          /a ( -name b -o -name c ) -perm 700 | /a/b
          /a -false -o -name c -print  | /a/c
          /a -name c -print -print     | /a/c /a/c
          """)
  void findAppliesTestsAndActions(String words, String found) {
    TestShell.Result result =
        words.isEmpty() ? shell.run("fs find") : shell.run("fs find " + words);
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines())
        .containsExactly(found == null ? new String[0] : found.split(" ", -1));
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void print0EndsPathsWithNul() {
    assertThat(shell.run("fs find /a/c /a/l -print0").out()).isEqualTo("/a/c\0/a/l\0");
  }

  @Test
  void writesJson() {
    assertThat(shell.run("fs find /a -name c -json").out())
        .isEqualTo("{\"name\":\"/a/c\",\"inode\":\"7\",\"type\":\"directory\"}\n");
  }

  @Test
  void deleteIsDepthFirst() {
    TestShell.Result result = shell.run("fs find /a/b -delete -print");
    assertThat(result.out()).isEqualTo("/a/b/x.txt\n/a/b/y.TXT\n/a/b\n");
    assertThat(shell.run("fs find /a").out()).isEqualTo("/a\n/a/c\n/a/l\n");
  }

  @Test
  void findContinuesAfterErrors() {
    put("/a/forbidden", FileType.DIRECTORY, 0, 0, 0, 0, 0);
    TestShell.Result result = shell.run("fs find /none /a -name forbidden -o -name l");
    assertThat(result.out()).isEqualTo("/a/forbidden\n/a/l\n");
    assertThat(result.err())
        .isEqualTo(
            """
            giga fs find: /none: No such file or directory
            giga fs find: /a/forbidden: Permission denied
            """);
    assertThat(result.exitCode()).isEqualTo(1);
  }
}
