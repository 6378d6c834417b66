package io.gigafs.bench.cache;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Figure.Goal;
import io.gigafs.bench.experiment.Parameter;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.workload.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file on a slow volume that is read once and again, with a data cache and without: by the
 * library in this process, and by way of a mount.
 *
 * <p>A pass reads the file from front to back in pieces, and compares each with what was written.
 * The local file is read and compared in the same way, by the same code. Between passes of a mount
 * the kernel drops what it keeps of the file, and of the local one too in the passes that are
 * compared with these; so bytes come from the cache and not from the kernel's pages of the file.
 */
public final class DataCacheExperiment implements Experiment {
  private static final Parameter BYTES = Parameter.number("bytes", 256L << 20, "of the file");
  private static final Parameter PIECE = Parameter.number("piece", 1 << 20, "bytes of a read");
  private static final Parameter DELAY =
      Parameter.number("delay", 2000, "microseconds that each call on the volume takes longer");
  private static final Parameter ROUNDS = Parameter.number("rounds", 3, "turns; medians count");

  @Override
  public String name() {
    return "data-cache";
  }

  @Override
  public String question() {
    return "How fast is a file on a slow volume read the first and the second time?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(BYTES, PIECE, DELAY, ROUNDS);
  }

  @Override
  public void run(Run run) throws Exception {
    Passes passes = new Passes(run.seed(), run.number(BYTES), run.count(PIECE));
    Samples rates = new Samples();
    Path local = run.directory().resolve("local");
    try (CacheSite site =
        CacheSite.start(
            Files.createDirectory(run.directory().resolve("site")), run.number(DELAY))) {
      site.write(passes);
      passes.writeLocal(local);
      for (int round = 0; round < run.count(ROUNDS); round++) {
        rates.add(LOCAL, shown(run, LOCAL, () -> passes.readLocal(local)));
        client(run, site, passes, rates, round);
        mount(run, site, passes, rates, round);
      }
    }
    report(run, rates);
  }

  private static final String LOCAL = "local file";

  private interface Pass {
    double rate() throws IOException, InterruptedException;
  }

  private static double shown(Run run, String what, Pass pass)
      throws IOException, InterruptedException {
    return run.during(() -> what, pass::rate);
  }

  private static void client(Run run, CacheSite site, Passes passes, Samples rates, int round)
      throws IOException, InterruptedException {
    try (CacheSite.Reader plain = site.client(null)) {
      rates.add("client without cache", shown(run, "client", () -> plain.read(passes)));
    }
    Path cache = site.newCache("client" + round);
    try (CacheSite.Reader reader = site.client(cache)) {
      rates.add("client, first pass", shown(run, "client", () -> reader.read(passes)));
      rates.add("client, second pass", shown(run, "client", () -> reader.read(passes)));
    }
    try (CacheSite.Reader reader = site.client(cache)) {
      rates.add("client, after a restart", shown(run, "client", () -> reader.read(passes)));
    }
  }

  private static void mount(Run run, CacheSite site, Passes passes, Samples rates, int round)
      throws IOException, InterruptedException {
    try (CacheSite.Reader plain = site.mount("plain" + round, null)) {
      rates.add("mount without cache", shown(run, "mount", () -> plain.read(passes)));
    }
    Path cache = site.newCache("mount" + round);
    try (CacheSite.Reader reader = site.mount("cached" + round, cache)) {
      rates.add("mount, first pass", shown(run, "mount", () -> reader.read(passes)));
      rates.add(
          "mount, second pass, pages of the kernel",
          shown(run, "mount", () -> reader.read(passes)));
      reader.dropPages();
      rates.add("mount, second pass", shown(run, "mount", () -> reader.read(passes)));
    }
  }

  private static void report(Run run, Samples rates) {
    double local = rates.median(LOCAL);
    run.figure(Figure.of(LOCAL, local, "MB/s"));
    for (String by : List.of("client", "mount")) {
      double without = rates.median(by + " without cache");
      double first = rates.median(by + ", first pass");
      run.figure(Figure.of(by + " without cache", without, "MB/s"));
      run.figure(Figure.of(by + ", first pass", first, "MB/s"));
      run.figure(
          new Figure(
              by + ", time of the first pass to that without cache",
              without / first,
              "ratio",
              Goal.atMost(1.05, 1)));
      String second = by + ", second pass";
      run.figure(Figure.of(second, rates.median(second), "MB/s"));
      run.figure(
          new Figure(
              second + " to local file",
              rates.median(second) / local,
              "ratio",
              Goal.atLeast(0.85, 1)));
    }
    String pages = "mount, second pass, pages of the kernel";
    run.figure(Figure.of(pages, rates.median(pages), "MB/s"));
    run.figure(
        new Figure(
            pages + ", to local file",
            rates.median(pages) / local,
            "ratio",
            Goal.atLeast(0.85, 1)));
    String restarted = "client, after a restart";
    run.figure(Figure.of(restarted, rates.median(restarted), "MB/s"));
    run.grid(rates.grid("rounds", List.of("measured", "each round, MB/s")));
  }
}
