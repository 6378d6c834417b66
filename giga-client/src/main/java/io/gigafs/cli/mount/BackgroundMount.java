package io.gigafs.cli.mount;

import io.gigafs.cli.ClusterAddress;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.Giga;
import io.gigafs.cli.Shell;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Starts a background process that serves a mount, with the same Java and options. It prints one
 * line when it has mounted; if it ends before, its output is the error message.
 */
final class BackgroundMount {
  private static final String READY = "mounted ";
  private static final String OWN = "giga mount: ";
  private static final long DEADLINE_SECONDS = 120;

  private final Path log;

  BackgroundMount(Path log) {
    this.log = log;
  }

  /** The log file of a mount, by default. */
  static Path logFile(@Nullable String given, Path directory, Shell shell) throws IOException {
    if (given != null) {
      return Path.of(given).toAbsolutePath();
    }
    String name = "mount" + directory.normalize().toString().replace('/', '-') + ".log";
    Path folder;
    if (shell.identity().caller().isSuperuser()) {
      folder = Path.of("/var/log/giga");
    } else {
      String home = shell.environment().getOrDefault("HOME", "/tmp");
      String state = shell.environment().getOrDefault("XDG_STATE_HOME", home + "/.local/state");
      folder = Path.of(state, "giga");
    }
    Files.createDirectories(folder);
    return folder.resolve(name);
  }

  /** Starts the process; returns once the directory is mounted. */
  void start(ClusterAddress cluster, Path directory, List<String> options)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command(cluster, directory, options))
            .directory(new File("/"))
            .redirectInput(new File("/dev/null"))
            .start();
    CompletableFuture<String> complaint =
        CompletableFuture.supplyAsync(() -> read(process.getErrorStream()));
    CompletableFuture<Boolean> ready =
        CompletableFuture.supplyAsync(() -> saysReady(process.getInputStream()));
    boolean mounted = ready.completeOnTimeout(false, DEADLINE_SECONDS, TimeUnit.SECONDS).join();
    if (mounted) {
      return;
    }
    if (process.isAlive() && !process.waitFor(1, TimeUnit.SECONDS)) {
      process.destroy();
      throw CommandException.failed(
          directory + " was not mounted within " + DEADLINE_SECONDS + " s; the log is " + log);
    }
    String said = complaint.completeOnTimeout("", 5, TimeUnit.SECONDS).join().strip();
    throw CommandException.failed(
        said.isEmpty() ? "the mount process ended; the log is " + log : withoutOwnName(said));
  }

  /** Joins the lines: the message of fusermount3 precedes that of the mount. */
  private static String withoutOwnName(String said) {
    return said.lines()
        .map(line -> line.startsWith(OWN) ? line.substring(OWN.length()) : line)
        .collect(Collectors.joining("; "));
  }

  private List<String> command(ClusterAddress cluster, Path directory, List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.add("-Dgiga.log.file=" + log);
    command.add("-Dlogback.configurationFile=giga-logback-file.xml");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Giga.class.getName());
    command.add("mount");
    command.add("--background");
    for (String option : options) {
      command.add("-o");
      command.add(option);
    }
    command.add(cluster.toString());
    command.add(directory.toString());
    return command;
  }

  private static String read(InputStream stream) {
    try {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static boolean saysReady(InputStream stream) {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    return lines.lines().anyMatch(line -> line.startsWith(READY));
  }
}
