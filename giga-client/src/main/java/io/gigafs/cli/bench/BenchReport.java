package io.gigafs.cli.bench;

import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Shell;
import io.gigafs.load.LoadResult.LoadFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** What a command of {@code giga bench} prints. */
abstract class BenchReport {
  private final long errors;
  private final List<LoadFailure> firstFailures;

  BenchReport(long errors, List<LoadFailure> firstFailures) {
    this.errors = errors;
    this.firstFailures = firstFailures;
  }

  abstract JsonObject toJson(String operation);

  abstract String toText(String operation);

  final long errors() {
    return errors;
  }

  /** Messages of the first few failures. */
  final List<String> firstErrors() {
    return firstFailures.stream().map(failure -> failure.text(ErrorText::ofFile)).toList();
  }

  /**
   * Prints errors on standard error, prefixed with the command, and the rest on standard output.
   *
   * @return the exit code of the command
   */
  final int print(Shell shell, @Nullable CommandSpec spec, String operation, boolean json) {
    String name = spec == null ? "giga bench" : spec.qualifiedName();
    firstErrors().forEach(line -> shell.err().println(name + ": " + line));
    if (errors > firstFailures.size()) {
      shell.err().println(name + ": " + errors + " errors in all");
    }
    shell.out().println(json ? toJson(operation).toString() : toText(operation));
    return errors == 0 ? ExitCode.OK : ExitCode.FAILED;
  }
}
