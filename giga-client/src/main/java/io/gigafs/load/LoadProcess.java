package io.gigafs.load;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A {@link CallLoad} process. For one thread. */
final class LoadProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter jobs;

  private LoadProcess(Process process) {
    this.process = process;
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.jobs =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
  }

  static LoadProcess start() throws IOException {
    return new LoadProcess(
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    CallLoad.class.getName()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  void awaitReady() throws IOException {
    answer();
  }

  void begin(CallLoad.Job job) throws IOException {
    jobs.write(job.toString());
    jobs.newLine();
    jobs.flush();
  }

  /** Waits until a job is done, and records its failures. */
  void end(FailureLog failures) throws IOException {
    String[] said = answer().split(" ", 2);
    long failed = Long.parseLong(said[0]);
    if (failed > 0) {
      failures.add(failed);
      failures.describe(said[1]);
    }
  }

  private String answer() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("a process that makes the system calls has ended");
    }
    return line;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
