package io.gigafs.cli.bench;

import io.gigafs.cli.ByteSizes;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.bench.CallLoad.Call;
import io.gigafs.cli.bench.MountBench.Shape;
import io.gigafs.cli.bench.MountBench.Side;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The result of {@link MountBench}: rates of each round, calls or megabytes (10^6) a second. Ratios
 * are medians over the rounds. For one thread.
 */
final class MountResult implements BenchResult {
  private static final double MEGABYTE = 1e6;

  private final Shape shape;
  private final FailureLog failures;
  private final Map<String, Map<Side, List<Double>>> rates = new LinkedHashMap<>();

  MountResult(Shape shape, FailureLog failures) {
    this.shape = shape;
    this.failures = failures;
  }

  void calls(int round, Call call, Side side, double perSecond) {
    add(round, call.name().toLowerCase(Locale.ROOT), side, perSecond);
  }

  void written(int round, Side side, double seconds) {
    add(round, "write", side, shape.streamBytes() / MEGABYTE / seconds);
  }

  void read(int round, Side side, double seconds) {
    add(round, "read", side, shape.streamBytes() / MEGABYTE / seconds);
  }

  private void add(int round, String what, Side side, double rate) {
    if (round > 0) {
      rates
          .computeIfAbsent(what, first -> new EnumMap<>(Side.class))
          .computeIfAbsent(side, first -> new ArrayList<>())
          .add(rate);
    }
  }

  private static double ratio(Map<Side, List<Double>> sides, Side to) {
    List<Double> giga = sides.getOrDefault(Side.GIGA, List.of());
    List<Double> other = sides.getOrDefault(to, List.of());
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < giga.size(); round++) {
      ratios.add(giga.get(round) / other.get(round));
    }
    return Median.of(ratios);
  }

  private static String nameOf(Side side) {
    return side.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public long errors() {
    return failures.count();
  }

  @Override
  public List<String> firstErrors() {
    return failures.first();
  }

  @Override
  public JsonObject toJson(String operation) {
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
    rates.forEach(
        (what, sides) -> {
          JsonObject each = new JsonObject();
          sides.forEach((side, its) -> each.put(nameOf(side), Median.of(its)));
          sides.keySet().stream()
              .filter(side -> side != Side.GIGA)
              .forEach(side -> each.put("ratio_to_" + nameOf(side), ratio(sides, side)));
          sides.forEach((side, its) -> each.put(nameOf(side) + "_rounds", its));
          json.put(what, each);
        });
    return json.put("errors", errors());
  }

  @Override
  public String toText(String operation) {
    List<String> lines = new ArrayList<>();
    if (shape.files() > 0) {
      lines.add(
          "%d files of %d processes, %s, %d rounds:"
              .formatted(
                  shape.files(),
                  shape.processes(),
                  shape.shared() ? "in one directory" : "each in a directory of its own",
                  shape.rounds()));
      for (Call call : Call.values()) {
        lines.add(line(call.name().toLowerCase(Locale.ROOT), "/s"));
      }
    }
    if (shape.streamBytes() > 0) {
      lines.add(
          "one file of %s, path %s, %d rounds:"
              .formatted(ByteSizes.format(shape.streamBytes()), shape.dataPath(), shape.rounds()));
      lines.add(line("write", " MB/s"));
      lines.add(line("read", " MB/s"));
    }
    lines.add(errors() + " errors");
    return String.join(System.lineSeparator(), lines);
  }

  private String line(String what, String unit) {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-6s", what));
    Map<Side, List<Double>> sides = rates.getOrDefault(what, Map.of());
    sides.forEach(
        (side, its) -> {
          line.append(String.format(Locale.ROOT, " %s %.0f%s", nameOf(side), Median.of(its), unit));
          if (side != Side.GIGA) {
            line.append(String.format(Locale.ROOT, " (%.1f %%)", 100 * ratio(sides, side)));
          }
        });
    return line.toString();
  }
}
