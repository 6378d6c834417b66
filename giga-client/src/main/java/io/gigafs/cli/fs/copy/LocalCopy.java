package io.gigafs.cli.fs.copy;

import io.gigafs.cli.Interruption;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.data.ByteCopy;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.Sizes;
import io.gigafs.client.GigaClient;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * State shared by the parts of a copy between a cluster and this machine, for all operands of a
 * command. Safe for use by several threads.
 */
final class LocalCopy implements AutoCloseable {
  private static final int THREADS = 32;

  private final FileCommand command;
  private final GigaClient client;
  private final LocalCopyRules rules;
  private final boolean verbose;
  private final CopyProgress progress;
  private final ByteCopy bytes;
  private final Interruption interruption;
  private final ExecutorService pool =
      Executors.newFixedThreadPool(
          THREADS,
          work -> {
            Thread thread = new Thread(work, "giga-copy");
            thread.setDaemon(true);
            return thread;
          });

  /** A part of the copy, which may fail alone. */
  interface Part {
    void run() throws IOException;
  }

  LocalCopy(FileCommand command, GigaClient client, LocalCopyRules rules, boolean verbose) {
    this.command = command;
    this.client = client;
    this.rules = rules;
    this.verbose = verbose;
    this.progress = new CopyProgress(command.shell(), "copied", rules.isExport());
    this.bytes = new ByteCopy(progress::addBytes);
    this.interruption = Interruption.then(this::interrupted);
  }

  private void interrupted() {
    String remedy = rules.resumes() ? "the same command" : "the same command with --resume";
    command
        .shell()
        .err()
        .println(
            command.name() + ": interrupted; copied files are kept, and " + remedy + " resumes");
  }

  GigaClient client() {
    return client;
  }

  LocalCopyRules rules() {
    return rules;
  }

  CopyProgress progress() {
    return progress;
  }

  ByteCopy bytes() {
    return bytes;
  }

  FileCommand command() {
    return command;
  }

  ExecutorService pool() {
    return pool;
  }

  /** Runs a part, and reports its failure. */
  void attempt(String from, String to, Part part) {
    try {
      part.run();
    } catch (IOException | RuntimeException e) {
      failed(from, to, e);
    }
  }

  /** Reports a failure to copy. */
  void failed(String from, String to, Exception thrown) {
    command.failed(
        thrown, () -> "cannot copy " + from + " to " + to + ": " + LocalErrors.text(thrown));
  }

  /** Records a completed copy. */
  void copied(String from, String to) {
    progress.addFile();
    if (verbose) {
      command.out().println(from + " -> " + to);
    }
  }

  /** Prints the result as JSON, if requested. */
  void printJson(boolean failed) {
    double seconds = progress.rate().seconds();
    JsonObject json =
        new JsonObject()
            .put("files", progress.files())
            .put("bytes", progress.bytes())
            .put("files_there", progress.filesThere())
            .put("bytes_there", progress.bytesThere())
            .put("failed", failed)
            .put("seconds", seconds)
            .put("bytes_per_s", progress.rate().perSecond(progress.bytes()));
    command.out().println(json.toString());
  }

  /** The result in a readable form. */
  String summary() {
    return String.format(
        Locale.ROOT,
        "%d files, %s in %.1f s; %d files were there",
        progress.files(),
        Sizes.human(progress.bytes()),
        progress.rate().seconds(),
        progress.filesThere());
  }

  @Override
  public void close() {
    interruption.cancel();
    progress.close();
    bytes.close();
    pool.shutdown();
  }
}
