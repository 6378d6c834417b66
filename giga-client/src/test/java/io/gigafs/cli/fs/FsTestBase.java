package io.gigafs.cli.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.TestShell;
import io.gigafs.client.GigaPath;
import java.nio.charset.StandardCharsets;

/** Helpers for tests of {@code giga fs} commands. */
abstract class FsTestBase {
  final TestShell shell = new TestShell();

  /** Runs a command line that must succeed without messages, and returns its output. */
  final String ok(String line) {
    return succeeded(shell.run(line));
  }

  final String okWords(String... words) {
    return succeeded(shell.runWords(words));
  }

  private static String succeeded(TestShell.Result result) {
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    return result.out();
  }

  /** Runs a command line that must fail, and returns its error message. */
  final String fails(String line) {
    TestShell.Result result = shell.run(line);
    assertThat(result.exitCode()).as(result.err()).isEqualTo(1);
    return result.err();
  }

  /** Runs an invalid command line, and returns its error message. */
  final String misused(String line) {
    TestShell.Result result = shell.run(line);
    assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
    return result.err();
  }

  final void write(String path, String text) {
    write(path, text.getBytes(StandardCharsets.UTF_8));
  }

  final void write(String path, byte[] bytes) {
    shell.client().writeFile(GigaPath.parse(path), 0644, bytes, false).join();
  }

  final String stat(String format, String path) {
    return ok("fs stat -c " + format + " " + path).strip();
  }
}
