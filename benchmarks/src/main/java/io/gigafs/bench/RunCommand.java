package io.gigafs.bench;

import io.gigafs.bench.experiment.Experiment;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code giga-bench run}. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Runs an experiment and prints its figures with their goals.",
      "",
      "Exit code 0 if it completed and no figure missed its required goal, 1 if not, 2 for",
      "bad input. After Ctrl-C the results so far are written."
    })
final class RunCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NAME", description = "The experiment, see giga-bench list.")
  private String name = "";

  @Option(
      names = {"-P", "--set"},
      paramLabel = "SETTING=VALUE",
      description = "A setting of the experiment, see giga-bench list.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Mixin private RunOptions options = new RunOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    Experiment experiment;
    try {
      experiment = Experiments.named(name);
      io.gigafs.bench.experiment.Parameters.of(experiment, settings);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    return options.run(List.of(experiment), settings, true);
  }
}
