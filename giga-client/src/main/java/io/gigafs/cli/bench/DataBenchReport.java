package io.gigafs.cli.bench;

import static io.gigafs.load.BenchSide.GIGA;
import static io.gigafs.load.BenchSide.VOLUME;

import io.gigafs.cli.ByteSizes;
import io.gigafs.cli.JsonObject;
import io.gigafs.load.DataBench.Phase;
import io.gigafs.load.DataBench.Shape;
import io.gigafs.load.DataBenchResult;
import io.gigafs.load.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The report of {@code giga bench data}. */
final class DataBenchReport extends BenchReport {
  private final DataBenchResult result;

  DataBenchReport(DataBenchResult result) {
    super(result.errors(), result.failures());
    this.result = result;
  }

  @Override
  JsonObject toJson(String operation) {
    Shape shape = result.shape();
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
      result.streamPhases().forEach(phase -> stream.put(nameOf(phase), streamJson(phase)));
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
      result.filePhases().forEach(phase -> small.put(nameOf(phase), filesJson(phase)));
      json.put("files", small);
    }
    return json.put("errors", errors());
  }

  private JsonObject streamJson(Phase phase) {
    return new JsonObject()
        .put("giga_mb_per_s", result.streamMegabytesPerSecond(phase, GIGA))
        .put("volume_mb_per_s", result.streamMegabytesPerSecond(phase, VOLUME))
        .put("ratio", result.streamRatio(phase))
        .put("giga_seconds", result.streamSeconds(phase, GIGA))
        .put("volume_seconds", result.streamSeconds(phase, VOLUME));
  }

  private JsonObject filesJson(Phase phase) {
    LoadResult giga = result.files(phase, GIGA);
    LoadResult volume = result.files(phase, VOLUME);
    return new JsonObject()
        .put("giga_per_s", giga.perSecond())
        .put("volume_per_s", volume.perSecond())
        .put("ratio", result.fileRatio(phase))
        .put("giga_p50_us", giga.percentileMicros(50))
        .put("volume_p50_us", volume.percentileMicros(50));
  }

  private static String nameOf(Phase phase) {
    return phase.name().toLowerCase(Locale.ROOT);
  }

  @Override
  String toText(String operation) {
    Shape shape = result.shape();
    List<String> lines = new ArrayList<>();
    if (shape.streamBytes() > 0) {
      lines.add(
          "one file of %s, %d times, path %s, %s:"
              .formatted(
                  ByteSizes.format(shape.streamBytes()),
                  shape.rounds(),
                  shape.dataPath(),
                  conditions()));
      result.streamPhases().forEach(phase -> lines.add(streamText(phase)));
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
      result.filePhases().forEach(phase -> lines.add(filesText(phase)));
    }
    lines.add(errors() + " errors");
    return String.join(System.lineSeparator(), lines);
  }

  private String streamText(Phase phase) {
    return String.format(
        Locale.ROOT,
        "  %-6s giga %.0f MB/s, volume %.0f MB/s: %.1f %%",
        nameOf(phase),
        result.streamMegabytesPerSecond(phase, GIGA),
        result.streamMegabytesPerSecond(phase, VOLUME),
        100 * result.streamRatio(phase));
  }

  private String filesText(Phase phase) {
    LoadResult giga = result.files(phase, GIGA);
    LoadResult volume = result.files(phase, VOLUME);
    return String.format(
        Locale.ROOT,
        "  %-6s giga %.0f/s (p50 %.0f us), volume %.0f/s (p50 %.0f us): %.1f times",
        nameOf(phase),
        giga.perSecond(),
        giga.percentileMicros(50),
        volume.perSecond(),
        volume.percentileMicros(50),
        result.fileRatio(phase));
  }

  private String conditions() {
    Shape shape = result.shape();
    return (shape.sync() ? "each on the disk" : "not synced")
        + (shape.cold() ? ", read with cold page cache" : "")
        + (shape.listed() ? ", read as listed" : "");
  }
}
