package io.gigafs.cli.bench;

import io.gigafs.cli.ExitCode;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Shell;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The result of a benchmark. */
interface BenchResult {
  long errors();

  /** Messages of the first few errors. */
  List<String> firstErrors();

  JsonObject toJson(String operation);

  String toText(String operation);

  /**
   * Prints errors on standard error, prefixed with the command, and the rest on standard output.
   */
  default void print(Shell shell, @Nullable CommandSpec spec, String operation, boolean json) {
    String name = spec == null ? "giga bench" : spec.qualifiedName();
    firstErrors().forEach(line -> shell.err().println(name + ": " + line));
    if (errors() > firstErrors().size()) {
      shell.err().println(name + ": " + errors() + " errors in all");
    }
    shell.out().println(json ? toJson(operation).toString() : toText(operation));
  }

  /** The exit code of the command. */
  default int exitCode() {
    return errors() == 0 ? ExitCode.OK : ExitCode.FAILED;
  }
}
