package io.gigafs.bench.cache;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Figure.Goal;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.workload.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Measures passes over a file, and compares each with a pass over the local file directly before
 * it, because other load of the machine affects both. Reports medians. Not thread-safe.
 */
final class Rounds {
  private static final String LOCAL = "local file";
  private static final String TO_LOCAL = ", to local file";
  private static final String TO_PLAIN = ", time of the first pass to that without cache";
  private static final int PAIRS = 3;

  private final Run run;
  private final Passes passes;
  private final Path local;
  private final Samples rates = new Samples();
  private final Samples ratios = new Samples();
  private final Samples counts = new Samples();
  private final Set<String> shares = new LinkedHashSet<>();

  Rounds(Run run, Passes passes, Path local) {
    this.run = run;
    this.passes = passes;
    this.local = local;
  }

  Passes passes() {
    return passes;
  }

  private interface Pass {
    double rate() throws IOException;
  }

  private double measure(String what, Pass pass) throws IOException, InterruptedException {
    double rate = run.during(() -> what, pass::rate);
    rates.add(what, rate);
    return rate;
  }

  /** Runs a pass. Returns its rate in MB/s. */
  double pass(String what, CacheSite.Reader reader) throws IOException, InterruptedException {
    return measure(what, () -> reader.read(passes));
  }

  /** Runs the pass that fills a cache, and compares it with one without a cache. */
  void firstPass(String by, CacheSite.Reader reader, double rateWithout)
      throws IOException, InterruptedException {
    CacheCounts before = reader.counts();
    ratios.add(by + TO_PLAIN, rateWithout / pass(by + ", first pass", reader));
    CacheCounts done = reader.counts().since(before);
    counts.add(by + ", first pass, blocks not put into the cache", (double) done.skipped());
  }

  /** Runs passes without cached pages of the kernel, and compares each with the local file. */
  void compare(String what, CacheSite.Reader reader) throws IOException, InterruptedException {
    for (int i = 0; i < PAIRS; i++) {
      double localRate = measure(LOCAL, () -> passes.readLocal(local));
      reader.dropPages();
      CacheCounts before = reader.counts();
      ratios.add(what + TO_LOCAL, pass(what, reader) / localRate);
      count(what, reader.counts().since(before));
    }
  }

  private void count(String what, CacheCounts done) {
    if (done.hits() + done.misses() + done.bypassed() == 0) {
      return;
    }
    shares.add(what);
    counts.add(what + ", bytes from the cache", (double) done.cacheBytes() / passes.bytes());
    counts.add(what + ", misses", (double) done.misses());
    counts.add(what + ", reads past the cache", (double) done.bypassed());
    counts.add(what + ", bytes of a hit", (double) done.cacheBytes() / Math.max(1, done.hits()));
  }

  void report() {
    rates.all().keySet().forEach(each -> run.figure(Figure.of(each, rates.median(each), "MB/s")));
    for (String each : ratios.all().keySet()) {
      Goal goal = each.endsWith(TO_PLAIN) ? Goal.atMost(1.05, 1) : Goal.atLeast(0.85, 1);
      run.figure(
          shares.contains(each.replace(TO_LOCAL, "")) || each.endsWith(TO_PLAIN)
              ? new Figure(each, ratios.median(each), "ratio", goal)
              : Figure.of(each, ratios.median(each), "ratio"));
    }
    run.remark(
        "The mount of a file in memory shows the upper limit of a mount here: bytes pass through"
            + " the mount's process, regardless of its cache.");
    run.grid(rates.grid("rates", List.of("measured", "each pass, MB/s")));
    run.grid(ratios.grid("ratios", List.of("measured", "each")));
    run.grid(counts.grid("what the cache did", List.of("counted", "in each pass")));
  }
}
