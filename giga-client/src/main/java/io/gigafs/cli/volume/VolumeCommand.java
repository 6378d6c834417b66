package io.gigafs.cli.volume;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code giga volume}, the command group. */
@Command(
    name = "volume",
    synopsisSubcommandLabel = "OPERATION",
    description = "Manages the volumes for the bytes of large files.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga volume add posix:///pan/vol1/giga     a directory that all servers have mounted",
      "  giga volume list"
    })
final class VolumeCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      throw new ParameterException(spec.commandLine(), "missing operation");
    }
  }
}
