package io.gigafs.cli.fs;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.Output;
import io.gigafs.cli.Shell;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command that works through operands: what goes wrong with one is said in one line, the others
 * are done all the same, and the exit status remembers.
 */
abstract class FileCommand implements Callable<Integer> {
  private final FsCommand fs;
  private volatile boolean failed;

  @Spec private @Nullable CommandSpec spec;

  FileCommand(FsCommand fs) {
    this.fs = fs;
  }

  /** Something to do with an operand. */
  interface Action {
    void accept(Operand operand) throws IOException;
  }

  /** The paths of the command line; checked before anything is done. */
  abstract List<String> paths();

  abstract void run(GigaClient client, List<Operand> operands) throws IOException;

  /** Checks options that picocli cannot; before anything is done. */
  void check() {}

  @Override
  public final Integer call() throws IOException {
    check();
    List<Operand> operands = Operand.parseAll(paths());
    try (GigaClient client = fs.connect(operands)) {
      run(client, operands);
    }
    return failed ? ExitCode.FAILED : ExitCode.OK;
  }

  final Shell shell() {
    return fs.shell();
  }

  final Output out() {
    return fs.shell().out();
  }

  /** Takes note of what went wrong with an operand. */
  void failed(Operand operand, Throwable thrown) {
    report(operand, thrown);
  }

  /** Does something with each operand, whatever becomes of the others. */
  final void forEach(List<Operand> operands, Action action) {
    for (Operand operand : operands) {
      attempt(operand, action);
    }
  }

  /** Does something with an operand; says whether that went well. */
  final boolean attempt(Operand operand, Action action) {
    try {
      action.accept(operand);
      return true;
    } catch (IOException | UncheckedIOException | CommandException e) {
      failed(operand, e);
      return false;
    }
  }

  final void report(Operand operand, Throwable thrown) {
    report(operand, reason(operand, thrown));
  }

  /** Says in one line what went wrong. Safe for use by several threads. */
  final void report(Operand operand, String reason) {
    complain(operand.shown() + ": " + reason);
  }

  /** Likewise, where there is more to name than one operand. */
  final void complain(String line) {
    failed = true;
    shell().out().flush();
    shell().err().println(name() + ": " + line);
  }

  /** For failures that are told by the exit status alone. */
  final void fail() {
    failed = true;
  }

  final boolean hasFailed() {
    return failed;
  }

  /** What the command is called: {@code giga fs rm}. */
  final String name() {
    return spec == null ? "giga fs" : spec.qualifiedName();
  }

  /** Why something failed that was done to a path, which the message need not repeat. */
  static String reason(Operand operand, Throwable thrown) {
    String reason = ErrorText.ofFile(thrown);
    String path = operand.path() + ": ";
    return reason.startsWith(path) ? reason.substring(path.length()) : reason;
  }

  /** The attributes of an operand, which is a directory if it was typed as one. */
  static FileAttributes stat(GigaClient client, Operand operand) throws GigaException {
    FileAttributes attributes = client.stat(operand.path());
    if (operand.directoryOnly() && !attributes.isDirectory()) {
      throw ErrorCode.ENOTDIR.exception(operand.text());
    }
    return attributes;
  }

  /** Whether an operand is a directory, or a link to one. */
  static boolean leadsToDirectory(GigaClient client, Operand operand) throws GigaException {
    try {
      return client.stat(operand.path()).isDirectory();
    } catch (GigaException e) {
      if (e.code() == ErrorCode.ENOENT || e.code() == ErrorCode.ELOOP) {
        return false;
      }
      throw e;
    }
  }

  /** The attributes of an operand itself, if it is a link, unless it was typed as a directory. */
  static FileAttributes lstat(GigaClient client, Operand operand) throws GigaException {
    return operand.directoryOnly() ? stat(client, operand) : client.stat(operand.path(), Follow.NO);
  }

  /** Likewise; null if nothing is there. */
  static @Nullable FileAttributes lstatIfPresent(GigaClient client, Operand operand)
      throws GigaException {
    try {
      return client.stat(operand.path(), Follow.NO);
    } catch (GigaException e) {
      if (e.code() == ErrorCode.ENOENT) {
        return null;
      }
      throw e;
    }
  }
}
