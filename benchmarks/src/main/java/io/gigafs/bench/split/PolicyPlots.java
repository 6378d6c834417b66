package io.gigafs.bench.split;

import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Bars;
import io.gigafs.bench.split.SplitPolicy.Policy;
import io.gigafs.bench.workload.LatencyTimeline;
import java.util.ArrayList;
import java.util.List;

/** Plots that compare the policies. Not thread-safe. */
final class PolicyPlots {
  private final List<String> policies = new ArrayList<>();
  private final List<Double> rates = new ArrayList<>();
  private final List<Double> median = new ArrayList<>();
  private final List<Double> tail = new ArrayList<>();

  /**
   * Adds a policy.
   *
   * @param rate maximum creates/s
   * @param latencies of creates at half that rate
   */
  void add(Policy policy, double rate, LatencyTimeline latencies) {
    policies.add(policy.name());
    rates.add(rate);
    median.add(latencies.percentileMillis(50));
    tail.add(latencies.percentileMillis(99));
  }

  /** Adds the plots to the report. */
  void report(Run run) {
    String groups = "a partition splits at so many entries";
    run.plot(
        new Bars(
            "Creates", groups, "creates/s", policies, List.of(new Bars.Series("creates", rates))));
    run.plot(
        new Bars(
            "Latency of creates at half the rate",
            groups,
            "ms",
            policies,
            List.of(new Bars.Series("p50", median), new Bars.Series("p99", tail))));
  }
}
