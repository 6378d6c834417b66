package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs the same script on a mount and on a directory of this machine, and compares what it says,
 * and what it leaves. Scripts run in a shell of their own, which ends at the first error.
 */
final class Programs {
  private static final long TIMEOUT_SECONDS = 300;

  /** All that programs see of a tree, but what is each file system's own: sizes of directories. */
  private static final String TREE =
      """
      find . -mindepth 1 \\( -type d -printf '%P %y %m %U %G %n\\n' \\) \
        -o \\( ! -type d -printf '%P %y %m %U %G %n %s %l\\n' \\) | LC_ALL=C sort
      find . -type f -print0 | LC_ALL=C sort -z | xargs -0 -r sha256sum
      """;

  private final Path local;
  private final Path mounted;

  /**
   * @param local a directory of this machine; likewise {@code mounted}, both empty
   */
  Programs(Path local, Path mounted) {
    this.local = local;
    this.mounted = mounted;
  }

  /** The directory of this machine. */
  Path local() {
    return local;
  }

  /** Runs a script on both sides, and compares the trees that it leaves. */
  void same(String script) throws Exception {
    sameOutput(script);
    assertThat(run(mounted, TREE)).isEqualTo(run(local, TREE));
  }

  /** Likewise, of a script that leaves what cannot be compared. */
  void sameOutput(String script) throws Exception {
    String expected = run(local, script);
    assertThat(run(mounted, script)).isEqualTo(expected);
  }

  /** What a script says on the mount. */
  String onMount(String script) throws Exception {
    return run(mounted, script);
  }

  /** Likewise, on the directory of this machine. */
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
