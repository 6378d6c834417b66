package io.gigafs.cli.fs.operand;

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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command that processes operands. A failure of one is reported in one line, the others are
 * processed anyway, and the exit code is 1.
 */
public abstract class FileCommand implements Callable<Integer> {
  private final FsCommand fs;
  private volatile boolean failed;

  @Spec private @Nullable CommandSpec spec;

  public FileCommand(FsCommand fs) {
    this.fs = fs;
  }

  /** Processes an operand. */
  public interface Action {
    void accept(Operand operand) throws IOException;
  }

  /** The paths of the command line; checked before anything is done. */
  protected abstract List<String> paths();

  protected abstract void run(GigaClient client, List<Operand> operands) throws IOException;

  /** Checks options that picocli cannot; before anything is done. */
  protected void check() {}

  @Override
  public final Integer call() throws IOException {
    check();
    List<Operand> operands = Operand.parseAll(paths());
    try (GigaClient client = fs.connect(operands)) {
      run(client, operands);
    }
    return failed ? ExitCode.FAILED : ExitCode.OK;
  }

  public final Shell shell() {
    return fs.shell();
  }

  public final Output out() {
    return fs.shell().out();
  }

  /** Reports the failure of an operand. */
  public void failed(Operand operand, Throwable thrown) {
    report(operand, thrown);
  }

  /** Processes each operand, even if others fail. */
  public final void forEach(List<Operand> operands, Action action) {
    for (Operand operand : operands) {
      attempt(operand, action);
    }
  }

  /** Processes an operand; returns whether that succeeded. */
  public final boolean attempt(Operand operand, Action action) {
    try {
      action.accept(operand);
      return true;
    } catch (IOException | UncheckedIOException | CommandException e) {
      failed(operand, e);
      return false;
    }
  }

  protected final void report(Operand operand, Throwable thrown) {
    report(operand, reason(operand, thrown));
  }

  /** Reports a failure in one line. Safe for use by several threads. */
  protected final void report(Operand operand, String reason) {
    complain(operand.shown() + ": " + reason);
  }

  /**
   * Reports a failure to process files; one of the program itself is thrown.
   *
   * @param line the report, unless the failure is one of the command, which has its own text
   */
  public final void failed(Exception thrown, Supplier<String> line) {
    if (thrown instanceof CommandException) {
      complain(ErrorText.of(thrown));
    } else if (thrown instanceof RuntimeException e && !(e instanceof UncheckedIOException)) {
      throw e;
    } else {
      complain(line.get());
    }
  }

  /** Reports a failure that concerns more than one operand. */
  public final void complain(String line) {
    failed = true;
    shell().out().flush();
    shell().err().println(name() + ": " + line);
  }

  /** Sets the exit code of a failure without a message. */
  protected final void fail() {
    failed = true;
  }

  protected final boolean hasFailed() {
    return failed;
  }

  /** The full name of the command: {@code giga fs rm}. */
  public final String name() {
    return spec == null ? "giga fs" : spec.qualifiedName();
  }

  /** The reason of a failure, without the path if it begins with that. */
  public static String reason(Operand operand, Throwable thrown) {
    String reason = ErrorText.ofFile(thrown);
    String path = operand.path() + ": ";
    return reason.startsWith(path) ? reason.substring(path.length()) : reason;
  }

  /** The attributes of an operand. An operand with a final slash must be a directory. */
  public static FileAttributes stat(GigaClient client, Operand operand) throws GigaException {
    FileAttributes attributes = client.stat(operand.path());
    if (operand.directoryOnly() && !attributes.isDirectory()) {
      throw ErrorCode.ENOTDIR.exception(operand.text());
    }
    return attributes;
  }

  /** Whether an operand is a directory, or a link to one. */
  public static boolean leadsToDirectory(GigaClient client, Operand operand) throws GigaException {
    try {
      return client.stat(operand.path()).isDirectory();
    } catch (GigaException e) {
      if (e.code() == ErrorCode.ENOENT || e.code() == ErrorCode.ELOOP) {
        return false;
      }
      throw e;
    }
  }

  /** The attributes of an operand itself if it is a link, unless it has a final slash. */
  public static FileAttributes lstat(GigaClient client, Operand operand) throws GigaException {
    return operand.directoryOnly() ? stat(client, operand) : client.stat(operand.path(), Follow.NO);
  }

  /** The same; null if the file does not exist. */
  public static @Nullable FileAttributes lstatIfPresent(GigaClient client, Operand operand)
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
