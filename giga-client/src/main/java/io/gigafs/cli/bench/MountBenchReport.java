package io.gigafs.cli.bench;

import io.gigafs.cli.ByteSizes;
import io.gigafs.cli.JsonObject;
import io.gigafs.load.BenchSide;
import io.gigafs.load.Median;
import io.gigafs.load.MountBench.Shape;
import io.gigafs.load.MountResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The report of {@code giga bench mount}. */
final class MountBenchReport extends BenchReport {
  private final MountResult result;

  MountBenchReport(MountResult result) {
    super(result.errors(), result.failures());
    this.result = result;
  }

  @Override
  JsonObject toJson(String operation) {
    Shape shape = result.shape();
    JsonObject json =
        new JsonObject()
            .put("op", operation)
            .put("processes", shape.processes())
            .put("files", shape.files())
            .put("shared", shape.shared())
            .put("rounds", shape.rounds())
            .put("warmup_rounds", shape.warmupRounds())
            .put("bytes", shape.streamBytes())
            .put("data_path", shape.dataPath());
    result.measured().forEach(what -> json.put(what, sidesJson(what)));
    return json.put("errors", errors());
  }

  private JsonObject sidesJson(String what) {
    Map<BenchSide, List<Double>> sides = result.rates(what);
    JsonObject json = new JsonObject();
    sides.forEach((side, rates) -> json.put(nameOf(side), Median.of(rates)));
    sides.keySet().stream()
        .filter(side -> side != BenchSide.GIGA)
        .forEach(side -> json.put("ratio_to_" + nameOf(side), result.ratio(what, side)));
    sides.forEach((side, rates) -> json.put(nameOf(side) + "_rounds", rates));
    return json;
  }

  private static String nameOf(BenchSide side) {
    return side.name().toLowerCase(Locale.ROOT);
  }

  @Override
  String toText(String operation) {
    Shape shape = result.shape();
    List<String> lines = new ArrayList<>();
    if (shape.files() > 0) {
      lines.add(
          "%d files of %d processes, %s, %d rounds:"
              .formatted(
                  shape.files(),
                  shape.processes(),
                  shape.shared() ? "in one directory" : "each in a directory of its own",
                  shape.rounds()));
      MountResult.CALLS.forEach(call -> lines.add(line(call, "/s")));
    }
    if (shape.streamBytes() > 0) {
      lines.add(
          "one file of %s, path %s, %d rounds:"
              .formatted(ByteSizes.format(shape.streamBytes()), shape.dataPath(), shape.rounds()));
      lines.add(line(MountResult.WRITE, " MB/s"));
      lines.add(line(MountResult.READ, " MB/s"));
    }
    lines.add(errors() + " errors");
    return String.join(System.lineSeparator(), lines);
  }

  private String line(String what, String unit) {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-6s", what));
    result
        .rates(what)
        .forEach(
            (side, rates) -> {
              line.append(
                  String.format(Locale.ROOT, " %s %.0f%s", nameOf(side), Median.of(rates), unit));
              if (side != BenchSide.GIGA) {
                line.append(
                    String.format(Locale.ROOT, " (%.1f %%)", 100 * result.ratio(what, side)));
              }
            });
    return line.toString();
  }
}
