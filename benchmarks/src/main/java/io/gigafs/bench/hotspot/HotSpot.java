package io.gigafs.bench.hotspot;

import static io.gigafs.bench.experiment.Figure.readable;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Figure.Goal;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Grid;
import io.gigafs.bench.report.Line;
import io.gigafs.bench.report.Plot;
import io.gigafs.bench.workload.ControlGroup;
import io.gigafs.bench.workload.HeldServers;
import io.gigafs.bench.workload.ServerCounts;
import io.gigafs.bench.workload.ShownLoad;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.load.LoadGenerator;
import io.gigafs.load.Median;
import io.gigafs.load.NumberedNames;
import io.gigafs.load.Workload;
import io.gigafs.protocol.FileAttributes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Many clients stat the files of one small directory, or one file, on clusters of increasing size,
 * with and without heat splits and copies of hot names. Each server has the same share of a
 * processor. A control measurement spreads the same clients over many directories, which must not
 * cause splits.
 */
public final class HotSpot implements Experiment {
  private static final Parameter SERVERS =
      new Parameter("servers", "1,2,4", "sizes of the clusters");
  private static final Parameter CLIENTS =
      new Parameter("clients", "8,64", "numbers of concurrent clients");
  private static final Parameter FILES =
      Parameter.number("files", 500, "in each directory, the hot one too");
  private static final Parameter DIRECTORIES =
      Parameter.number("directories", 64, "that clients stat evenly in the control measurement");
  private static final Parameter SHARE =
      Parameter.number(
          "share", 10, "percent of a processor for each server, 5 or more; 0 for no bound");
  private static final Parameter HEAT =
      Parameter.number("split-heat", 1_000, "of the servers where splits for heat are on");
  private static final Parameter WINDOW =
      Parameter.number("window", 1, "outstanding requests of each client");
  private static final Parameter ROUNDS =
      Parameter.number("rounds", 3, "turns of each cluster; medians count");
  private static final Parameter SECONDS = Parameter.number("seconds", 3, "of each turn");
  private static final Parameter LEAD =
      Parameter.number(
          "lead-seconds", 5, "before each turn, not counted: copies of names end soon");
  private static final Parameter QUIET =
      Parameter.number("quiet-seconds", 10, "without a split for heat, before the first turn");

  private static final GigaPath HOT = GigaPath.parse("/hot");
  private static final int WARM_TURNS = 3;
  private static final double PERCENT = 100;
  private static final double NANOS = 1e9;
  private static final long SECOND_MILLIS = 1_000;
  private static final String SPLITS = "splits.heat";

  @Override
  public String name() {
    return "hot-spot";
  }

  @Override
  public String question() {
    return "What do more servers bring where all clients ask for the same few files?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        SERVERS, CLIENTS, FILES, DIRECTORIES, SHARE, HEAT, WINDOW, ROUNDS, SECONDS, LEAD, QUIET);
  }

  /** The files that clients stat. */
  private enum Target {
    EVEN("many directories"),
    DIRECTORY("one directory"),
    FILE("one file");

    private final String text;

    Target(String text) {
      this.text = text;
    }
  }

  /** A measured rate. */
  private record Measured(
      int servers, int clients, boolean splits, Target target, double rate, long heatSplits) {
    boolean isLike(Measured other) {
      return clients == other.clients && target == other.target;
    }
  }

  @Override
  public void run(Run run) throws IOException, InterruptedException {
    Grid grid =
        new Grid(
            "Stats by all clients",
            List.of(
                "servers",
                "clients",
                "of",
                "splits for heat",
                "stats/s",
                "splits meanwhile",
                "share used up, % of periods"));
    run.grid(grid);
    List<Measured> all = new ArrayList<>();
    for (long servers : run.numbers(SERVERS)) {
      measure(run, Math.toIntExact(servers), grid, all);
    }
    compare(run, all);
    plot(run, all);
    run.remark(
        "A server whose share is used up in nearly all periods limits its cluster. A single"
            + " file stays on one server, however its directory splits; others answer for it by"
            + " copies.");
  }

  private static void measure(Run run, int servers, Grid grid, List<Measured> all)
      throws IOException, InterruptedException {
    run.begin(servers + " servers ...");
    try (Side off = Side.start(run, servers, false);
        Side on = Side.start(run, servers, true)) {
      for (int i = 0; i < WARM_TURNS; i++) {
        off.warm(run);
        on.warm(run);
      }
      // Both at once: a cluster that is limited for longer has compiled more in its idle time.
      off.cluster.hold(run.number(SHARE) / PERCENT);
      on.cluster.hold(run.number(SHARE) / PERCENT);
      for (Target target : Target.values()) {
        for (long clients : run.numbers(CLIENTS)) {
          String what = servers + " servers, " + clients + " clients, " + target.text;
          // The cluster without heat splits too, so that both have run for the same time.
          off.settle(run, what, target, Math.toIntExact(clients));
          on.settle(run, what, target, Math.toIntExact(clients));
          for (int i = 0; i < run.count(ROUNDS); i++) {
            off.turn(run, what, target, Math.toIntExact(clients));
            on.turn(run, what, target, Math.toIntExact(clients));
          }
          all.add(off.end(target, Math.toIntExact(clients), grid));
          all.add(on.end(target, Math.toIntExact(clients), grid));
        }
      }
    }
  }

  /** A cluster with or without heat splits. The two alternate. */
  private static final class Side implements AutoCloseable {
    private final HeldServers cluster;
    private final int servers;
    private final boolean splits;
    private final List<GigaPath> even = new ArrayList<>();
    private final List<GigaPath> hot = new ArrayList<>();
    private final List<Double> rates = new ArrayList<>();
    private ControlGroup.Usage used = new ControlGroup.Usage(0, 0);
    private ServerCounts before;

    private Side(HeldServers cluster, int servers, boolean splits) throws IOException {
      this.cluster = cluster;
      this.servers = servers;
      this.splits = splits;
      this.before = ServerCounts.of(cluster.clients().get(0));
    }

    static Side start(Run run, int servers, boolean splits)
        throws IOException, InterruptedException {
      int clients = run.numbers(CLIENTS).stream().mapToInt(Math::toIntExact).max().orElseThrow();
      HeldServers cluster =
          HeldServers.start(
              run.directory().resolve("servers-" + servers + (splits ? "-on" : "-off")),
              servers,
              ClusterSettings.DEFAULTS,
              List.of("--split-heat", splits ? run.text(HEAT) : "off"),
              clients);
      try {
        Side side = new Side(cluster, servers, splits);
        for (int i = 0; i < run.count(DIRECTORIES); i++) {
          side.fill(run, GigaPath.parse("/even" + i), side.even);
        }
        side.fill(run, HOT, side.hot);
        return side;
      } catch (IOException | InterruptedException | RuntimeException e) {
        cluster.close();
        throw e;
      }
    }

    /** Lets servers and clients compile their hot code. */
    void warm(Run run) throws IOException, InterruptedException {
      LoadGenerator load = stats(run, cluster.clients(), even);
      try {
        pause(run, load, "warming up", run.number(SECONDS));
      } finally {
        end(load);
      }
    }

    private void fill(Run run, GigaPath directory, List<GigaPath> files)
        throws IOException, InterruptedException {
      ShownLoad.filled(run, cluster.clients().get(0), directory, run.number(FILES));
      for (long i = 0; i < run.number(FILES); i++) {
        files.add(directory.child(NumberedNames.of(i)));
      }
    }

    private LoadGenerator stats(Run run, Target target, int clients) throws InterruptedException {
      List<GigaPath> files =
          switch (target) {
            case EVEN -> even;
            case DIRECTORY -> hot;
            case FILE -> hot.subList(0, 1);
          };
      return stats(run, cluster.clients().subList(0, clients), files);
    }

    /** Starts clients that stat files until the load is stopped. */
    private static LoadGenerator stats(Run run, List<GigaClient> clients, List<GigaPath> files)
        throws InterruptedException {
      LoadGenerator load =
          new LoadGenerator(LoadGenerator.Shape.endless(clients.size(), run.count(WINDOW)));
      SplittableRandom random = new SplittableRandom(run.seed());
      load.start(client -> new RandomStats(clients.get(client).async(), files, random.split()));
      return load;
    }

    private static void end(LoadGenerator load) throws IOException, InterruptedException {
      load.stop();
      ShownLoad.succeeded("stats", load.result());
    }

    /** Keeps clients busy until no heat split has happened for some time. */
    void settle(Run run, String what, Target target, int clients)
        throws IOException, InterruptedException {
      LoadGenerator load = stats(run, target, clients);
      try {
        long last = 0;
        for (long quiet = 0; quiet < run.number(QUIET); quiet++) {
          pause(run, load, what + ", settling", 1);
          long now = heatSplits();
          if (now != last) {
            quiet = 0;
            last = now;
          }
        }
      } finally {
        end(load);
      }
    }

    void turn(Run run, String what, Target target, int clients)
        throws IOException, InterruptedException {
      LoadGenerator load = stats(run, target, clients);
      try {
        pause(run, load, what + ", leading in", run.number(LEAD));
        ControlGroup.Usage began = cluster.usage();
        long begun = load.done();
        long nanos = System.nanoTime();
        pause(run, load, what, run.number(SECONDS));
        rates.add((load.done() - begun) * NANOS / (System.nanoTime() - nanos));
        used = used.plus(cluster.usage().since(began));
      } finally {
        end(load);
      }
    }

    private long heatSplits() throws IOException {
      return ServerCounts.of(cluster.clients().get(0)).since(before).of(SPLITS);
    }

    /** Returns the result of all rounds and resets the counters for the next target. */
    Measured end(Target target, int clients, Grid grid) throws IOException {
      Measured measured =
          new Measured(servers, clients, splits, target, Median.of(rates), heatSplits());
      grid.row(
          Integer.toString(servers),
          Integer.toString(clients),
          target.text,
          splits ? "on" : "off",
          readable(measured.rate),
          Long.toString(measured.heatSplits),
          readable(used.usedUp() * PERCENT));
      rates.clear();
      used = new ControlGroup.Usage(0, 0);
      before = ServerCounts.of(cluster.clients().get(0));
      return measured;
    }

    @Override
    public void close() throws IOException {
      cluster.close();
    }
  }

  private static void pause(Run run, LoadGenerator load, String what, long seconds)
      throws IOException, InterruptedException {
    run.during(
        () -> what + ": " + load.done() + " stats",
        () -> {
          Thread.sleep(seconds * SECOND_MILLIS);
          return load;
        });
  }

  private static void compare(Run run, List<Measured> all) {
    for (Measured each : all) {
      for (Measured other : all) {
        if (!each.splits || !each.isLike(other)) {
          continue;
        }
        String name = ", " + each.clients + " clients, " + each.target.text;
        boolean isAsked = each.clients >= 8;
        if (each.target != Target.EVEN && other.splits && other.servers == 1 && each.servers > 1) {
          Goal goal =
              each.target == Target.DIRECTORY ? Goal.atLeast(2.5, 3.5) : Goal.atLeast(2.0, 2.0);
          run.figure(
              new Figure(
                  each.servers + " servers to 1, with splits for heat" + name,
                  each.rate / other.rate,
                  "times",
                  isAsked && each.servers == 4 ? goal : null));
        }
        if (!other.splits && other.servers == each.servers) {
          run.figure(
              new Figure(
                  "with splits for heat to without, " + each.servers + " servers" + name,
                  each.rate / other.rate,
                  "times",
                  isAsked && each.target == Target.EVEN ? Goal.atLeast(0.98, 1.0) : null));
        }
      }
    }
    long ofEven =
        all.stream()
            .filter(each -> each.target == Target.EVEN)
            .mapToLong(Measured::heatSplits)
            .sum();
    run.figure(new Figure("splits for heat where nothing is hot", ofEven, "", Goal.atMost(0, 0)));
  }

  private static void plot(Run run, List<Measured> all) {
    List<Line> lines = new ArrayList<>();
    for (Target target : List.of(Target.DIRECTORY, Target.FILE)) {
      for (long clients : run.numbers(CLIENTS)) {
        for (boolean splits : List.of(true, false)) {
          List<Measured> line =
              all.stream()
                  .filter(
                      each ->
                          each.target == target && each.clients == clients && each.splits == splits)
                  .toList();
          lines.add(
              new Line(
                  target.text + ", " + clients + " clients, " + (splits ? "with" : "without"),
                  line.stream().map(each -> (double) each.servers).toList(),
                  line.stream().map(Measured::rate).toList()));
        }
      }
    }
    run.plot(new Plot("Stats of a hot spot over servers", "servers", "stats/s", lines));
  }

  /** Stats randomly chosen files, whatever the number. */
  record RandomStats(AsyncGigaClient client, List<GigaPath> files, SplittableRandom random)
      implements Workload<FileAttributes> {
    @Override
    public CompletableFuture<FileAttributes> send(long from, long to) {
      return client.stat(files.get(random.nextInt(files.size())));
    }

    @Override
    public String describe(long number) {
      return "stat " + number;
    }
  }
}
