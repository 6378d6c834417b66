package io.gigafs.cli.bench;

import io.gigafs.cli.ByteSizes;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.bench.DataBench.Phase;
import io.gigafs.cli.bench.DataBench.Shape;
import io.gigafs.cli.bench.DataBench.Side;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The result of {@link DataBench}. Ratios of large files are medians over the rounds, whose two
 * sides were measured one directly after the other. For one thread.
 */
final class DataBenchResult implements BenchResult {
  private static final double MEGABYTE = 1e6;

  private final Shape shape;
  private final FailureLog failures;
  private final Map<Phase, Streams> streams = new EnumMap<>(Phase.class);
  private final Map<Phase, Files> files = new EnumMap<>(Phase.class);

  DataBenchResult(Shape shape, FailureLog failures) {
    this.shape = shape;
    this.failures = failures;
  }

  /** The seconds of each round on both sides. */
  private static final class Streams {
    private final List<Double> giga = new ArrayList<>();
    private final List<Double> volume = new ArrayList<>();

    double ratio() {
      List<Double> ratios = new ArrayList<>();
      for (int round = 0; round < Math.min(giga.size(), volume.size()); round++) {
        ratios.add(volume.get(round) / giga.get(round));
      }
      return Median.of(ratios);
    }
  }

  /** The loads of both sides. */
  private static final class Files {
    private double giga;
    private double volume;
    private double gigaMicros;
    private double volumeMicros;

    double ratio() {
      return giga / volume;
    }
  }

  void stream(Phase phase, Side side, double seconds) {
    Streams both = streams.computeIfAbsent(phase, first -> new Streams());
    (side == Side.GIGA ? both.giga : both.volume).add(seconds);
  }

  void files(Phase phase, Side side, LoadResult load) {
    Files both = files.computeIfAbsent(phase, first -> new Files());
    if (side == Side.GIGA) {
      both.giga = load.perSecond();
      both.gigaMicros = load.percentileMicros(50);
    } else {
      both.volume = load.perSecond();
      both.volumeMicros = load.percentileMicros(50);
    }
  }

  private double megabytesPerSecond(List<Double> seconds) {
    double median = Median.of(seconds);
    return median > 0 ? shape.streamBytes() / MEGABYTE / median : 0;
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
            .put("data_path", shape.dataPath())
            .put("sync", shape.sync())
            .put("cold", shape.cold());
    if (shape.streamBytes() > 0) {
      JsonObject stream =
          new JsonObject()
              .put("bytes", shape.streamBytes())
              .put("rounds", shape.rounds())
              .put("warmup_rounds", shape.warmupRounds());
      streams.forEach(
          (phase, both) ->
              stream.put(
                  nameOf(phase),
                  new JsonObject()
                      .put("giga_mb_per_s", megabytesPerSecond(both.giga))
                      .put("volume_mb_per_s", megabytesPerSecond(both.volume))
                      .put("ratio", both.ratio())
                      .put("giga_seconds", both.giga)
                      .put("volume_seconds", both.volume)));
      json.put("stream", stream);
    }
    if (shape.files() > 0) {
      JsonObject small =
          new JsonObject()
              .put("files", shape.files())
              .put("file_bytes", shape.fileBytes())
              .put("threads", shape.threads())
              .put("window", shape.window())
              .put("bulk", shape.bulk())
              .put("listed", shape.listed());
      files.forEach(
          (phase, both) ->
              small.put(
                  nameOf(phase),
                  new JsonObject()
                      .put("giga_per_s", both.giga)
                      .put("volume_per_s", both.volume)
                      .put("ratio", both.ratio())
                      .put("giga_p50_us", both.gigaMicros)
                      .put("volume_p50_us", both.volumeMicros)));
      json.put("files", small);
    }
    return json.put("errors", errors());
  }

  private static String nameOf(Phase phase) {
    return phase.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toText(String operation) {
    List<String> lines = new ArrayList<>();
    if (shape.streamBytes() > 0) {
      lines.add(
          "one file of %s, %d times, path %s, %s:"
              .formatted(
                  ByteSizes.format(shape.streamBytes()),
                  shape.rounds(),
                  shape.dataPath(),
                  conditions()));
      streams.forEach(
          (phase, both) ->
              lines.add(
                  String.format(
                      Locale.ROOT,
                      "  %-6s giga %.0f MB/s, volume %.0f MB/s: %.1f %%",
                      nameOf(phase),
                      megabytesPerSecond(both.giga),
                      megabytesPerSecond(both.volume),
                      100 * both.ratio())));
    }
    if (shape.files() > 0) {
      lines.add(
          "%d files of %s, %d in flight%s, %s:"
              .formatted(
                  shape.files(),
                  ByteSizes.format(shape.fileBytes()),
                  shape.threads() * shape.window(),
                  shape.bulk() == 1 ? "" : " (with giga " + shape.bulk() + " times as many)",
                  conditions()));
      files.forEach(
          (phase, both) ->
              lines.add(
                  String.format(
                      Locale.ROOT,
                      "  %-6s giga %.0f/s (p50 %.0f us), volume %.0f/s (p50 %.0f us): %.1f times",
                      nameOf(phase),
                      both.giga,
                      both.gigaMicros,
                      both.volume,
                      both.volumeMicros,
                      both.ratio())));
    }
    lines.add(errors() + " errors");
    return String.join(System.lineSeparator(), lines);
  }

  private String conditions() {
    return (shape.sync() ? "each on the disk" : "not synced")
        + (shape.cold() ? ", read with cold page cache" : "")
        + (shape.listed() ? ", read as listed" : "");
  }
}
