package io.gigafs.cli.cache;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code giga cache}, the command group. */
@Command(
    name = "cache",
    synopsisSubcommandLabel = "OPERATION",
    description =
        "Fills, shows and empties the data cache of a mount (-o data_cache=DIR), and runs a cache"
            + " server for values.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga cache warm /mnt/giga/datasets/train",
      "  giga cache stat /mnt/giga",
      "  giga cache drop /mnt/giga/datasets/old",
      "  giga cache serve --dir /var/cache/giga --memory 8G --listen 10.0.0.1:7100"
    })
final class CacheCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      throw new ParameterException(spec.commandLine(), "missing operation");
    }
  }
}
