package io.gigafs.server.chaos;

import io.gigafs.server.ChildJvm;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A separate JVM that reports its progress on standard output; standard error is appended to a log.
 * Not thread-safe.
 */
final class ChaosProcess implements Closeable {
  /** Marks the end of the output. */
  private static final String END = "\0";

  private static final int LAST_LINES = 20;
  private static final List<String> OPTIONS =
      List.of("-ea", "-XX:+ExitOnOutOfMemoryError", "--enable-native-access=ALL-UNNAMED");

  private final String name;
  private final Path log;
  private final Process process;
  private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private ChaosProcess(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
  }

  /**
   * Starts a class's main method.
   *
   * @param inside the words of a command that runs another one in its place; may be none
   */
  static ChaosProcess start(
      String name,
      Path log,
      List<String> inside,
      int heapMegabytes,
      Class<?> main,
      List<String> arguments) {
    List<String> words = new ArrayList<>(inside);
    words.addAll(ChildJvm.command(main, heapMegabytes, OPTIONS));
    words.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().remove("GIGA_CLUSTER");
    builder.environment().remove("GIGA_DEBUG");
    try {
      ChaosProcess started = new ChaosProcess(name, log, builder.start());
      Thread reader = new Thread(started::read, "reader-of-" + name);
      reader.setDaemon(true);
      reader.start();
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read() {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      // The process was killed while it printed.
    } finally {
      lines.add(END);
    }
  }

  /** The next line of standard output; fails if none comes in time. */
  String nextLine(Duration timeout) throws InterruptedException {
    String line = poll(timeout);
    if (line == null) {
      throw new AssertionError(
          name + " said nothing for " + timeout.toSeconds() + " s" + lastWords());
    }
    if (line.equals(END)) {
      throw new AssertionError(name + " ended" + lastWords());
    }
    return line;
  }

  /** The remaining lines of standard output. */
  List<String> rest() throws InterruptedException {
    List<String> rest = new ArrayList<>();
    for (String line = lines.take(); !line.equals(END); line = lines.take()) {
      rest.add(line);
    }
    return rest;
  }

  /** Waits; the process must neither print nor end meanwhile. */
  void mustRunFor(Duration time) throws InterruptedException {
    String line = poll(time);
    if (line != null) {
      throw new AssertionError(
          name + (line.equals(END) ? " ended" : " said: " + line) + lastWords());
    }
  }

  private @Nullable String poll(Duration timeout) throws InterruptedException {
    return lines.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  private String lastWords() {
    try {
      List<String> said = Files.readAllLines(log, StandardCharsets.UTF_8);
      int from = Math.max(0, said.size() - LAST_LINES);
      return "; the end of " + log + ":\n" + String.join("\n", said.subList(from, said.size()));
    } catch (IOException e) {
      return "; its log cannot be read: " + e;
    }
  }

  /** Writes a line to its standard input. */
  void say(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  Path log() {
    return log;
  }

  /** Sends SIGKILL and waits until it has taken effect. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Pauses the process, like a machine that swaps or a busy hypervisor. */
  void freeze() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Resumes a paused process. */
  void thaw() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    int exitCode =
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
            .inheritIO()
            .start()
            .waitFor();
    if (exitCode != 0) {
      throw new AssertionError("cannot send SIG" + signal + " to " + name);
    }
  }

  /** Sends SIGTERM and waits for the end. */
  int terminate(Duration timeout) throws InterruptedException {
    process.destroy();
    return exitCode(timeout);
  }

  /** Waits for the end. */
  int exitCode(Duration timeout) throws InterruptedException {
    if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError(
          name + " did not end in " + timeout.toSeconds() + " s" + lastWords());
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
