package io.gigafs.cli.bench;

import io.gigafs.cli.JsonObject;
import io.gigafs.load.LoadResult;
import java.util.Locale;

/** The report of a load. */
final class LoadReport extends BenchReport {
  private final LoadResult result;

  LoadReport(LoadResult result) {
    super(result.errors(), result.failures());
    this.result = result;
  }

  @Override
  JsonObject toJson(String operation) {
    return new JsonObject()
        .put("op", operation)
        .put("files", result.files())
        .put("seconds", result.seconds())
        .put("ops_per_s", result.perSecond())
        .put("p50_us", result.percentileMicros(50))
        .put("p99_us", result.percentileMicros(99))
        .put("errors", errors())
        .put("p999_us", result.percentileMicros(99.9))
        .put("max_us", result.percentileMicros(100))
        .put("aborted", result.aborted());
  }

  @Override
  String toText(String operation) {
    return String.format(
        Locale.ROOT,
        "%s: %d files in %.3f s: %.0f/s; latency p50 %.0f us, p99 %.0f us, max %.0f us; %d errors%s",
        operation,
        result.files(),
        result.seconds(),
        result.perSecond(),
        result.percentileMicros(50),
        result.percentileMicros(99),
        result.percentileMicros(100),
        errors(),
        result.aborted() ? " (given up)" : "");
  }
}
