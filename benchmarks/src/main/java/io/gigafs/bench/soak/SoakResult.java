package io.gigafs.bench.soak;

import io.gigafs.bench.report.Line;
import io.gigafs.bench.report.Picture;
import io.gigafs.bench.report.Plot;
import io.gigafs.cli.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The samples and the verdict of a soak. Not thread-safe. */
final class SoakResult {
  private static final double SECONDS_IN_MINUTE = 60;

  /** Minimum number of samples to evaluate growth. */
  private static final int MIN_SAMPLES = 12;

  private final List<Sample> samples = new ArrayList<>();
  private String failure = "";

  /**
   * The resource usage of all processes at one moment.
   *
   * @param seconds since the beginning
   * @param operations completed since the beginning
   */
  record Sample(
      double seconds, long operations, long errors, Map<String, Map<Resource, Double>> processes) {}

  void add(Sample sample) {
    samples.add(sample);
  }

  /** Records a failure. Only the first one is kept. */
  void fail(String why) {
    if (failure.isEmpty()) {
      failure = why;
    }
  }

  private List<String> processes() {
    return samples.isEmpty() ? List.of() : List.copyOf(samples.get(0).processes.keySet());
  }

  private List<Double> of(String process, Resource resource) {
    return samples.stream()
        .map(sample -> sample.processes.getOrDefault(process, Map.of()))
        .map(uses -> uses.getOrDefault(resource, 0.0))
        .toList();
  }

  private Growth growth(String process, Resource resource) {
    return Growth.of(of(process, resource), resource.slack());
  }

  /** The verdict: constant, growing, failed, or short if the run was too short. */
  String verdict() {
    if (!failure.isEmpty()) {
      return "failed";
    }
    if (samples.size() < MIN_SAMPLES) {
      return "short";
    }
    boolean grows =
        processes().stream()
            .anyMatch(
                process ->
                    Arrays.stream(Resource.values())
                        .anyMatch(resource -> growth(process, resource).grows()));
    return grows ? "growing" : "constant";
  }

  JsonObject toJson() {
    Sample last =
        samples.isEmpty() ? new Sample(0, 0, 0, Map.of()) : samples.get(samples.size() - 1);
    JsonObject json =
        new JsonObject()
            .put("verdict", verdict())
            .put("failure", failure)
            .put("minutes", last.seconds / SECONDS_IN_MINUTE)
            .put("samples", samples.size())
            .put("operations", last.operations)
            .put("errors", last.errors);
    for (String process : processes()) {
      JsonObject each = new JsonObject();
      for (Resource resource : Resource.values()) {
        Growth growth = growth(process, resource);
        each.put(
            resource.key(),
            new JsonObject()
                .put("first", growth.first())
                .put("last", growth.last())
                .put("grows", growth.grows()));
      }
      json.put(process, each);
    }
    return json;
  }

  /** Writes result.json, samples.csv and plot.png into a directory. */
  void write(Path directory) throws IOException {
    Files.writeString(directory.resolve("result.json"), toJson() + "\n");
    Files.write(directory.resolve("samples.csv"), csv());
    List<Plot> plots = new ArrayList<>();
    for (Resource resource : Resource.values()) {
      plots.add(new Plot(resource.title(), "minutes", resource.unit(), lines(resource)));
    }
    Picture.draw(plots, directory.resolve("plot.png"));
  }

  private List<Line> lines(Resource resource) {
    List<Double> minutes =
        samples.stream().map(sample -> sample.seconds / SECONDS_IN_MINUTE).toList();
    return processes().stream()
        .map(process -> new Line(process, minutes, of(process, resource)))
        .toList();
  }

  private List<String> csv() {
    List<String> rows = new ArrayList<>();
    List<String> names = new ArrayList<>(List.of("seconds", "operations", "errors"));
    for (String process : processes()) {
      for (Resource resource : Resource.values()) {
        names.add(process + "_" + resource.key());
      }
    }
    rows.add(String.join(",", names));
    for (Sample sample : samples) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  number(sample.seconds),
                  Long.toString(sample.operations),
                  Long.toString(sample.errors)));
      for (Map<Resource, Double> uses : sample.processes.values()) {
        for (Resource resource : Resource.values()) {
          cells.add(number(uses.getOrDefault(resource, 0.0)));
        }
      }
      rows.add(String.join(",", cells));
    }
    return rows;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
