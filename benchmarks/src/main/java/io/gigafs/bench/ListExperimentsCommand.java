package io.gigafs.bench;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** The command {@code giga-bench list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists the experiments with their questions and settings.")
final class ListExperimentsCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    for (Experiment experiment : Experiments.all()) {
      System.out.println(experiment.name());
      System.out.println("  " + experiment.question());
      for (Parameter parameter : experiment.parameters()) {
        System.out.println(
            "    -P " + parameter.name() + "=" + parameter.fallback() + "  " + parameter.meaning());
      }
    }
    return 0;
  }
}
