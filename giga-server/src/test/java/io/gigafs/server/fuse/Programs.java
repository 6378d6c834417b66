package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs the same script on a mount and on a local directory, and compares their output and the trees
 * that they leave. Each script runs in its own shell, which ends at the first error.
 */
final class Programs {
  private static final long TIMEOUT_SECONDS = 540;

  /**
   * Everything that programs see of a tree, except sizes of directories, which differ by file
   * system.
   */
  private static final String TREE =
      """
      find . -mindepth 1 \\( -type d -printf '%P %y %m %U %G %n\\n' \\) \
        -o \\( ! -type d -printf '%P %y %m %U %G %n %s %l\\n' \\) | LC_ALL=C sort
      find . -type f -print0 | LC_ALL=C sort -z | xargs -0 -r sha256sum
      """;

  private final Path local;
  private final Path mounted;

  /**
   * @param local an empty local directory
   * @param mounted an empty directory on the mount
   */
  Programs(Path local, Path mounted) {
    this.local = local;
    this.mounted = mounted;
  }

  /** The local directory. */
  Path local() {
    return local;
  }

  /** Runs a script on both sides, and compares the trees that it leaves. */
  void same(String script) throws Exception {
    sameOutput(script);
    assertThat(run(mounted, TREE)).isEqualTo(run(local, TREE));
  }

  /** Runs a script on both sides, and compares only its output. */
  void sameOutput(String script) throws Exception {
    String expected = run(local, script);
    assertThat(run(mounted, script)).isEqualTo(expected);
  }

  /** Output of a script on the mount. */
  String onMount(String script) throws Exception {
    return run(mounted, script);
  }

  /** Output of a script on the local directory. */
  String onLocal(String script) throws Exception {
    return run(local, script);
  }

  private static String run(Path directory, String script)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(List.of("/bin/bash", "-euo", "pipefail", "-c", script))
            .directory(directory.toFile())
            .redirectErrorStream(true);
    builder.environment().put("HOME", "/nonexistent");
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      StringBuilder said = new StringBuilder();
      Thread reader =
          new Thread(
              () -> {
                try {
                  said.append(
                      new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
                } catch (IOException e) {
                  said.append(e);
                }
              });
      reader.start();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("still runs after " + TIMEOUT_SECONDS + " s: " + script);
      }
      reader.join(TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
      String text = said.toString();
      if (process.exitValue() != 0) {
        throw new AssertionError(
            directory + ": exit code " + process.exitValue() + " of\n" + script + "\n" + text);
      }
      return text;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
