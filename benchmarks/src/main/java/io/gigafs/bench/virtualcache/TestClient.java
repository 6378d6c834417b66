package io.gigafs.bench.virtualcache;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A {@link TestProgram} in its own process. Not thread-safe. */
final class TestClient implements AutoCloseable {
  /** Additional time beyond the limit of a cell, to end and to remove its values. */
  private static final long GRACE_SECONDS = 120;

  private static final long STOP_SECONDS = 60;
  private static final String FAILED = "failed ";

  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter commands;
  private final Path log;
  private final long limitSeconds;

  private TestClient(Process process, Path log, long limitSeconds) {
    this.process = process;
    this.log = log;
    this.limitSeconds = limitSeconds;
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    this.commands = process.outputWriter(StandardCharsets.UTF_8);
  }

  /**
   * Starts a client.
   *
   * @param log for its standard error
   * @param heapBytes limit of its heap
   * @param limitSeconds time limit of a cell
   */
  static TestClient start(URI store, Path log, long heapBytes, long limitSeconds)
      throws IOException {
    Process process =
        new ProcessBuilder(
                List.of(
                    java(),
                    "-Xmx" + (heapBytes >> 20) + "m",
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    TestProgram.class.getName(),
                    store.toString(),
                    Long.toString(limitSeconds)))
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    return new TestClient(process, log, limitSeconds);
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Runs a cell. The result may be a failure. */
  CellResult run(TestCell cell) throws IOException, InterruptedException {
    return CellResult.parse(ask("run " + cell.command()));
  }

  /**
   * Sends a command.
   *
   * @return the answer
   * @throws IOException if it failed, or the process ended
   */
  String ask(String command) throws IOException, InterruptedException {
    commands.write(command + "\n");
    commands.flush();
    CompletableFuture<String> line =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                String answer = answers.readLine();
                return answer == null ? FAILED + "the client's process ended" : answer;
              } catch (IOException e) {
                return FAILED + e.getMessage();
              }
            });
    String answer;
    try {
      answer = line.get(limitSeconds + GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e);
    } catch (TimeoutException e) {
      kill();
      throw new IOException("not done in the time that a cell has, nor ended", e);
    }
    if (answer.startsWith(FAILED)) {
      throw new IOException(answer.substring(FAILED.length()) + lastOf(log));
    }
    return answer;
  }

  private String lastOf(Path file) throws IOException {
    if (process.isAlive() || !Files.exists(file)) {
      return "";
    }
    List<String> lines = Files.readAllLines(file);
    return ": " + String.join(" ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
  }

  boolean isAlive() {
    return process.isAlive();
  }

  private void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Makes the program close its store and end. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    try {
      commands.close();
      if (!process.waitFor(interrupted ? 1 : STOP_SECONDS, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (IOException e) {
      kill();
    } catch (InterruptedException e) {
      interrupted = true;
      kill();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
