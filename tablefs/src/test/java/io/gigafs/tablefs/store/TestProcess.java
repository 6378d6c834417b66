package io.gigafs.tablefs.store;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Java process that runs a main class of the tests. Closing kills it and waits for its end. */
final class TestProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private TestProcess(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  static TestProcess start(Class<?> main, Path argument) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath,
            main.getName(),
            argument.toString());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    return new TestProcess(builder.start());
  }

  /** Called in the child: writes a line for {@link #readLine} and flushes it. */
  static void say(String line) throws IOException {
    try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The child's next line, or null if it has ended. */
  @Nullable String readLine() throws IOException {
    return output.readLine();
  }

  int waitFor() throws InterruptedException {
    return process.waitFor();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    output.close();
  }
}
