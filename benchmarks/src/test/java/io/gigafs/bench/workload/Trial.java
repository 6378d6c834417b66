package io.gigafs.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Laboratory;
import io.gigafs.bench.experiment.Outcome;
import io.gigafs.cli.Shell;
import io.gigafs.client.connect.GigaClients;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A small run of an experiment that completed. */
public record Trial(Outcome outcome) {
  public static Trial of(Experiment experiment, Path directory, Map<String, String> settings)
      throws IOException {
    Outcome outcome =
        new Laboratory(Shell.ofThisProcess(GigaClients::connect), directory, 1)
            .run(experiment, settings);
    assertThat(outcome.end()).isEqualTo(Outcome.DONE);
    return new Trial(outcome);
  }

  /** Returns the figure of a name. */
  public double figure(String name) {
    return outcome.run().figures().stream()
        .filter(figure -> figure.name().equals(name))
        .mapToDouble(Figure::value)
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is none of " + outcome.run().figures()));
  }
}
