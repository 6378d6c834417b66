package io.gigafs.cli.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.InMemoryClient;
import io.gigafs.cli.TestShell;
import io.gigafs.protocol.FileType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Tests rm on a cluster in memory. */
class RmCommandTest {
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

  @Test
  void removesFiles() {
    ok("fs touch /a /b");
    assertThat(ok("fs rm -v /a /b")).isEqualTo("removed /a\nremoved /b\n");
    assertThat(ok("fs ls")).isEmpty();
  }

  @Test
  void directoriesRequireAnOption() {
    ok("fs mkdir -p /d/e");
    assertThat(fails("fs rm /d /none"))
        .isEqualTo(
            """
            giga fs rm: /d: Is a directory
            giga fs rm: /none: No such file or directory
            """);
    assertThat(fails("fs rm -d /d")).isEqualTo("giga fs rm: /d: Directory not empty\n");
    ok("fs rm -d /d/e");
  }

  @Test
  void refusesTheRootAndDots() {
    ok("fs mkdir /d");
    assertThat(fails("fs rm -r / /d/. /d/.."))
        .isEqualTo(
            """
            giga fs rm: /: refusing to remove the root directory
            giga fs rm: /d/.: refusing to remove '.' or '..'
            giga fs rm: /d/..: refusing to remove the root directory
            """);
  }

  @Test
  void forceIgnoresMissingFiles() {
    assertThat(ok("fs rm -f /none")).isEmpty();
    assertThat(ok("fs rm -rf /none")).isEmpty();
    assertThat(ok("fs rm -f")).isEmpty();
  }

  @Test
  void parentsOfUndeletableEntriesAreKept() {
    ok("fs mkdir -p /d/e/forbidden /d/x/y");
    assertThat(fails("fs rm -r /d")).isEqualTo("giga fs rm: /d/e/forbidden: Permission denied\n");
    assertThat(shell.run("fs find /d").out()).isEqualTo("/d\n/d/e\n/d/e/forbidden\n");
  }

  @Test
  void deepAndWideTreesAreRemoved() {
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      TestShell wide = new TestShell(new InMemoryClient(executor));
      StringBuilder deep = new StringBuilder("/d");
      wide.client().put("/d", FileType.DIRECTORY, 0755, 0, 0, 0, 0);
      for (int level = 0; level < 100; level++) {
        for (int i = 0; i < 30; i++) {
          FileType type = i % 10 == 0 ? FileType.DIRECTORY : FileType.REGULAR;
          wide.client().put(deep + "/e" + i, type, 0755, 0, 0, 0, 0);
        }
        deep.append("/e0");
      }
      TestShell.Result result = wide.run("fs rm -r /d");
      assertThat(result.err()).isEmpty();
      assertThat(result.exitCode()).isZero();
      assertThat(wide.run("fs ls").out()).isEmpty();
    } finally {
      executor.shutdownNow();
    }
  }
}
