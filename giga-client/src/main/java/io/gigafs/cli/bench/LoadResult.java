package io.gigafs.cli.bench;

import io.gigafs.cli.JsonObject;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * The result of a load.
 *
 * @param files how many numbers succeeded
 * @param latencies of requests, ns
 * @param aborted whether it was aborted after too many errors
 * @param firstErrors messages of the first few errors
 */
public record LoadResult(
    long files,
    long errors,
    double seconds,
    Histogram latencies,
    boolean aborted,
    List<String> firstErrors)
    implements BenchResult {
  public double perSecond() {
    return seconds > 0 ? files / seconds : 0;
  }

  /** A percentile of the latencies, in microseconds. */
  public double percentileMicros(double percentile) {
    return latencies.getTotalCount() == 0 ? 0 : latencies.getValueAtPercentile(percentile) / 1000.0;
  }

  @Override
  public JsonObject toJson(String operation) {
    return new JsonObject()
        .put("op", operation)
        .put("files", files)
        .put("seconds", seconds)
        .put("ops_per_s", perSecond())
        .put("p50_us", percentileMicros(50))
        .put("p99_us", percentileMicros(99))
        .put("errors", errors)
        .put("p999_us", percentileMicros(99.9))
        .put("max_us", percentileMicros(100))
        .put("aborted", aborted);
  }

  @Override
  public String toText(String operation) {
    return String.format(
        Locale.ROOT,
        "%s: %d files in %.3f s: %.0f/s; latency p50 %.0f us, p99 %.0f us, max %.0f us; %d errors%s",
        operation,
        files,
        seconds,
        perSecond(),
        percentileMicros(50),
        percentileMicros(99),
        percentileMicros(100),
        errors,
        aborted ? " (given up)" : "");
  }
}
