package io.gigafs.bench;

import io.gigafs.bench.micro.MicroCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code bin/giga-bench}. */
@Command(
    name = "giga-bench",
    mixinStandardHelpOptions = true,
    description = "Runs benchmarks of Giga and compares the results with the goals.",
    subcommands = {
      ListExperimentsCommand.class,
      RunCommand.class,
      AllCommand.class,
      MicroCommand.class
    })
public final class BenchMain implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a command: list, run, all or micro");
  }

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new BenchMain()).execute(arguments));
  }
}
