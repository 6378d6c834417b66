package io.gigafs.bench.micro;

import java.util.Locale;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;

/**
 * The result of a benchmark for a set of parameters.
 *
 * @param parameters {@code name=value}, separated by blanks; empty if there are none
 * @param nanos mean time of one operation
 * @param errorNanos half of the 99.9 % confidence interval of the mean; NaN if there were too few
 *     iterations
 * @param allocatedBytes of one operation, by all threads of the process; NaN if not measured
 */
record MicroResult(
    String name, String parameters, double nanos, double errorNanos, double allocatedBytes) {
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  static MicroResult of(BenchmarkResult result) {
    BenchmarkParams parameters = result.getParams();
    Result<?> time = result.getPrimaryResult();
    Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
    return new MicroResult(
        Suite.shortName(parameters.getBenchmark()),
        parameters.getParamsKeys().stream()
            .map(key -> key + "=" + parameters.getParam(key))
            .collect(Collectors.joining(" ")),
        time.getScore(),
        time.getScoreError(),
        allocated == null ? Double.NaN : allocated.getScore());
  }

  /** The name with the parameters. */
  String label() {
    return parameters.isEmpty() ? name : name + " " + parameters;
  }

  String time() {
    return number(nanos);
  }

  String error() {
    return number(errorNanos);
  }

  /** Less than half a byte is background activity of the process. */
  String allocated() {
    return Double.isNaN(allocatedBytes) ? "-" : String.format(Locale.ROOT, "%,.0f", allocatedBytes);
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return String.format(Locale.ROOT, value < 100 ? "%,.1f" : "%,.0f", value);
  }
}
