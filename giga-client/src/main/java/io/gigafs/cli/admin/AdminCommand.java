package io.gigafs.cli.admin;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code giga admin}, the command group. */
@Command(
    name = "admin",
    synopsisSubcommandLabel = "OPERATION",
    description = "Manages the servers of a cluster and their data.",
    footerHeading = "%nExamples:%n",
    footer = "  giga admin checkpoint -c giga://10.0.0.1:7000/ --name before-upgrade")
final class AdminCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      throw new ParameterException(spec.commandLine(), "missing operation");
    }
  }
}
