package io.gigafs.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A {@code giga} command, or another program of this class path, in a child process that prints one
 * line when it is ready. Its standard error goes to a log file. It stops when its standard input
 * ends, so it never outlives this process.
 */
public final class ChildProcess implements AutoCloseable {
  /** How long it may take to terminate after a stop request. */
  private static final Duration STOP = Duration.ofSeconds(20);

  /** The same if this thread was interrupted. */
  private static final Duration HURRIED_STOP = Duration.ofSeconds(5);

  private static final Duration KILL = Duration.ofSeconds(10);
  private static final int UNSAFE_WARNING_SINCE = 24;
  private static final String CLASS_ARCHIVE = "-XX:SharedArchiveFile=";

  private final String name;
  private final Path log;
  private final Process process;
  private final CompletableFuture<String> firstLine = new CompletableFuture<>();
  private final AtomicLong stopBegan = new AtomicLong();
  private final AtomicBoolean stopping = new AtomicBoolean();

  private ChildProcess(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
  }

  /**
   * Starts a command.
   *
   * @param javaOptions options of the Java launcher, for example -Xmx256m
   */
  public static ChildProcess start(
      String name, Path log, List<String> javaOptions, List<String> command) {
    List<String> arguments = new ArrayList<>(command);
    arguments.add("--stop-on-eof");
    return start(name, log, javaOptions, Giga.class, arguments);
  }

  /**
   * Starts another program of this class path.
   *
   * @param main prints one line when it is ready, and stops when its standard input ends
   */
  public static ChildProcess start(
      String name, Path log, List<String> javaOptions, Class<?> main, List<String> arguments) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(inheritedOptions());
    words.addAll(javaOptions);
    words.add("-XX:+ExitOnOutOfMemoryError");
    words.add("--enable-native-access=ALL-UNNAMED");
    if (Runtime.version().feature() >= UNSAFE_WARNING_SINCE) {
      words.add("--sun-misc-unsafe-memory-access=allow");
    }
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    words.addAll(arguments);
    try {
      Process process =
          new ProcessBuilder(words)
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      ChildProcess child = new ChildProcess(name, log, process);
      Thread reader = new Thread(child::read, "giga-child-" + name);
      reader.setDaemon(true);
      reader.start();
      return child;
    } catch (IOException e) {
      throw CommandException.failed("cannot start " + name + ": " + ErrorText.of(e), e);
    }
  }

  /** The archive of loaded classes of this process; a child of the same class path can use it. */
  private static List<String> inheritedOptions() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith(CLASS_ARCHIVE))
        .toList();
  }

  /** Waits for the line that the child prints when it is ready. */
  public String awaitReady(Duration timeout) throws InterruptedException {
    try {
      return firstLine.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw CommandException.failed(name + " did not start: " + lastWords() + "; see " + log);
    } catch (TimeoutException e) {
      throw CommandException.failed(
          name + " was not ready after " + timeout.toSeconds() + " s; see " + log);
    }
  }

  /** Runs an action when the process terminates, on a thread of the JDK. */
  public void onEnd(Runnable action) {
    process.onExit().thenRun(action);
  }

  /** The process id. */
  public long pid() {
    return process.pid();
  }

  public String name() {
    return name;
  }

  public Path log() {
    return log;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      while (line != null) {
        firstLine.complete(line);
        line = lines.readLine();
      }
      firstLine.completeExceptionally(new IOException("it ended"));
    } catch (IOException e) {
      firstLine.completeExceptionally(e);
    }
  }

  /** The last line of the log, which contains the reason of a failure. */
  private String lastWords() {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
      return lines.isEmpty() ? "no message" : lines.get(lines.size() - 1);
    } catch (IOException e) {
      return "its log cannot be read";
    }
  }

  /**
   * Requests the child to stop. To stop several in parallel, call this for all before closing one.
   */
  public void beginStop() {
    if (!stopping.compareAndSet(false, true)) {
      return;
    }
    stopBegan.set(System.nanoTime());
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // The process has terminated, which closed its end of the pipe.
      process.destroy();
    }
  }

  /**
   * Stops the child, by force if it does not terminate in time after the stop request. If this
   * thread is interrupted, it waits for a shorter time, and restores the interrupt status.
   */
  @Override
  public void close() {
    stop(STOP, HURRIED_STOP);
  }

  /**
   * The same.
   *
   * @param maxWait from the stop request until the process is killed
   * @param hurried the same once this thread is interrupted
   */
  void stop(Duration maxWait, Duration hurried) {
    beginStop();
    if (!endsWithin(maxWait, hurried)) {
      process.destroyForcibly();
      stopBegan.set(System.nanoTime());
      endsWithin(KILL, KILL);
    }
  }

  private boolean endsWithin(Duration maxWait, Duration hurried) {
    Duration left = maxWait;
    boolean interrupted = false;
    try {
      while (true) {
        try {
          long nanos = stopBegan.get() + left.toNanos() - System.nanoTime();
          return process.waitFor(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
          left = hurried;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
