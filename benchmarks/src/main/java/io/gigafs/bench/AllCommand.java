package io.gigafs.bench;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code giga-bench all}. */
@Command(
    name = "all",
    mixinStandardHelpOptions = true,
    description = {
      "Runs all experiments with their default settings.",
      "",
      "With the directory of an earlier run it continues where that run ended."
    })
final class AllCommand implements Callable<Integer> {
  @Mixin private RunOptions options = new RunOptions();

  @Override
  public Integer call() throws IOException {
    return options.run(Experiments.all(), Map.of(), false);
  }
}
