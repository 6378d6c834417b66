package io.gigafs.cli.mount;

import io.gigafs.cli.ChildProcess;
import io.gigafs.fuse.mounting.FuseMount;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code giga mount} in a child process. After it is closed nothing is mounted, even if the process
 * has crashed.
 */
public final class ChildMount implements AutoCloseable {
  private final ChildProcess process;
  private final Path directory;

  private ChildMount(ChildProcess process, Path directory) {
    this.process = process;
    this.directory = directory;
  }

  /**
   * Starts one; the directory is mounted once {@link #awaitReady} returns.
   *
   * @param log the log file; its name without .log is the process's name in messages
   * @param javaOptions options of the Java launcher
   * @param options of {@code giga mount}
   * @param source the cluster, or memory:
   * @param directory where to mount
   */
  public static ChildMount start(
      Path log, List<String> javaOptions, List<String> options, String source, Path directory) {
    List<String> command = new ArrayList<>(List.of("mount", "-f"));
    command.addAll(options);
    command.addAll(List.of(source, directory.toString()));
    String name = String.valueOf(log.getFileName()).replaceFirst("\\.log$", "");
    return new ChildMount(ChildProcess.start(name, log, javaOptions, command), directory);
  }

  /** Returns once the directory is mounted. */
  public void awaitReady(Duration timeout) throws InterruptedException {
    process.awaitReady(timeout);
  }

  /** The process id. */
  public long pid() {
    return process.pid();
  }

  /**
   * Requests the process to stop. To stop several in parallel, call this for all before closing
   * one.
   */
  public void beginStop() {
    process.beginStop();
  }

  /**
   * Unmounts, even if the directory is in use.
   *
   * @throws IOException if the directory stays mounted
   */
  @Override
  public void close() throws IOException {
    process.close();
    FuseMount.clear(directory);
  }
}
