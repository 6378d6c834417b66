package io.gigafs.bench.listing;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Figure.Goal;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.workload.BenchCluster;
import io.gigafs.bench.workload.Samples;
import io.gigafs.bench.workload.ShownLoad;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.DirectoryWorkloads;
import io.gigafs.load.LoadGenerator;
import io.gigafs.load.LoadResult;
import io.gigafs.load.Readdir;
import java.io.IOException;
import java.util.List;

/**
 * Lists a large directory with attributes from one client. Then deletes nine of ten files of it,
 * and compares a listing of the rest with that of a directory that always had this size.
 *
 * <p>Each round lists as many entries as the large directory has, so that small directories are
 * listed for as long as large ones. The first round after the deletion begins at once.
 */
public final class ListingExperiment implements Experiment {
  private static final Parameter ENTRIES =
      Parameter.number("entries", 1_000_000, "files of the large directory");
  private static final Parameter ROUNDS =
      Parameter.number("rounds", 9, "how often each is listed; medians count");
  private static final Parameter WINDOW =
      Parameter.number("window", 1024, "maximum number of outstanding deletions");

  private static final int KEPT_OF = 10;

  private static final String LARGE = "listed with attributes";
  private static final String LEFT = "what nine deleted of ten leave";
  private static final String FRESH = "a fresh directory of that size";

  @Override
  public String name() {
    return "listing";
  }

  @Override
  public String question() {
    return "How fast does one client list a directory, before and after most of it was deleted?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(ENTRIES, ROUNDS, WINDOW);
  }

  @Override
  public void run(Run run) throws Exception {
    try (BenchCluster cluster =
            BenchCluster.start(run.directory().resolve("cluster"), 1, List.of("-Xmx512m"));
        GigaClient client = cluster.connect()) {
      measure(run, client);
    }
  }

  private static void measure(Run run, GigaClient client) throws IOException, InterruptedException {
    long entries = run.number(ENTRIES);
    long kept = entries / KEPT_OF;
    GigaPath large = GigaPath.parse("/large");
    GigaPath small = GigaPath.parse("/small");
    DirectoryWorkloads files = ShownLoad.filled(run, client, large, entries);
    Samples rates = new Samples();
    rounds(run, rates, LARGE, client, large, entries);
    run.figure(
        new Figure(LARGE, rates.median(LARGE), "entries/s", Goal.atLeast(1_000_000, 2_000_000)));

    ShownLoad.filled(run, client, small, kept);
    ShownLoad.run(
        run,
        "deleting",
        new LoadGenerator.Shape(1, entries - kept, run.count(WINDOW), 1, 0),
        thread -> files.unlink());
    rounds(run, rates, LEFT, client, large, kept);
    rounds(run, rates, FRESH, client, small, kept);
    report(run, rates);
  }

  private static void rounds(
      Run run, Samples rates, String what, GigaClient client, GigaPath directory, long entries)
      throws IOException, InterruptedException {
    for (int round = 0; round < run.count(ROUNDS); round++) {
      int number = round;
      rates.add(
          what,
          run.during(
              () -> what + ": round " + (number + 1) + " of " + run.count(ROUNDS),
              () -> rate(client, directory, entries, run.number(ENTRIES))));
    }
  }

  /**
   * Lists a whole directory with attributes, repeatedly until a number of entries was listed.
   *
   * @param entries of the directory: a listing with a different number fails
   * @return entries per second
   */
  private static double rate(GigaClient client, GigaPath directory, long entries, long wanted)
      throws IOException, InterruptedException {
    long listed = 0;
    double seconds = 0;
    do {
      LoadResult once =
          ShownLoad.succeeded(
              "listing " + directory, new Readdir(client.async(), directory, true, null).run(1));
      if (once.files() != entries) {
        throw new IOException(
            directory + " has " + entries + " entries, and its listing has " + once.files());
      }
      listed += once.files();
      seconds += once.seconds();
    } while (listed < wanted);
    return listed / seconds;
  }

  private static void report(Run run, Samples rates) {
    run.figure(Figure.of(LEFT, rates.median(LEFT), "entries/s"));
    run.figure(Figure.of(FRESH, rates.median(FRESH), "entries/s"));
    run.figure(
        new Figure(
            LEFT + ", beside " + FRESH,
            rates.median(LEFT) / rates.median(FRESH),
            "ratio",
            Goal.atLeast(0.5, 0.9)));
    run.grid(rates.grid("rounds", List.of("listed", "entries/s of each round")));
  }
}
