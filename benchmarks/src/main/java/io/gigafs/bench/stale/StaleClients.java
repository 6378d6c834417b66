package io.gigafs.bench.stale;

import static io.gigafs.bench.experiment.Figure.readable;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Figure.Goal;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Grid;
import io.gigafs.bench.report.Line;
import io.gigafs.bench.report.Plot;
import io.gigafs.bench.report.Plot.Scale;
import io.gigafs.bench.simulation.DirectorySimulation;
import io.gigafs.bench.simulation.SimulatedCosts;
import io.gigafs.bench.simulation.SimulationPlan;
import io.gigafs.bench.simulation.SimulationResult;
import io.gigafs.bench.simulation.StaleMap;
import io.gigafs.bench.workload.BenchCluster;
import io.gigafs.bench.workload.ShownLoad;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.SlotTable;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import io.gigafs.load.LoadThreads;
import io.gigafs.load.NumberedNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Clients without a partition map access a directory, after it has split and while it is splitting.
 * Each has one outstanding request, so that every redirect can be attributed.
 */
public final class StaleClients implements Experiment {
  private static final Parameter SERVERS =
      Parameter.number("servers", 4, "servers, all in one process");
  private static final Parameter CLIENTS =
      Parameter.number("clients", 8, "clients, each with a thread of its own");
  private static final Parameter FILES =
      Parameter.number("files", 50_000, "files of the directory that is split already");
  private static final Parameter THRESHOLD =
      Parameter.number("split-threshold", 200, "entries of a partition when it splits");
  private static final Parameter LOOKUPS =
      Parameter.number("lookups", 8_000, "requests of each client that comes to it");
  private static final Parameter CREATES =
      Parameter.number("creates", 5_000, "files that each client creates in an empty one");

  private static final GigaPath SPLIT = GigaPath.parse("/split");
  private static final GigaPath SPLITTING = GigaPath.parse("/splitting");
  private static final double PERCENT = 100;

  /** It does not affect the number of redirects. */
  private static final double ANY_NANOS = 50_000;

  @Override
  public String name() {
    return "stale-clients";
  }

  @Override
  public String question() {
    return "How often are clients sent on that do not know how a directory has split?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(SERVERS, CLIENTS, FILES, THRESHOLD, LOOKUPS, CREATES);
  }

  @Override
  public void run(Run run) throws IOException, InterruptedException {
    try (BenchCluster cluster =
            BenchCluster.start(
                run.directory().resolve("cluster"),
                run.count(SERVERS),
                List.of("-Xmx512m"),
                "--split-threshold",
                run.text(THRESHOLD));
        GigaClient maker = cluster.connect()) {
      ShownLoad.filled(run, maker, SPLIT, run.number(FILES));
      PartitionMap map =
          DirectoryPartitions.settled(maker, SPLIT, run.number(FILES), run.count(THRESHOLD));
      cold(run, cluster, map);
      maker.makeDirectory(SPLITTING, 0755);
      warm(run, cluster);
      run.remark(
          "A client errs at most once for each split that it does not know, and for one name is"
              + " redirected no further than partitions are deep: bounds of GIGA+ that follow from"
              + " its maps. In theory means: the same names, found by the index alone.");
    }
  }

  /** Clients that access a directory after it has split. */
  private static void cold(Run run, BenchCluster cluster, PartitionMap map)
      throws IOException, InterruptedException {
    run.begin("Asking for files of " + map.size() + " partitions ...");
    int requests = run.count(LOOKUPS);
    RedirectCurve measured = new RedirectCurve(run.count(CLIENTS), requests);
    List<GigaClient> clients = connect(cluster, run.count(CLIENTS));
    try {
      run.during(
          () -> "clients ask for files",
          () ->
              LoadThreads.run(
                  clients.size(),
                  member -> {
                    GigaClient client = clients.get(member);
                    SplittableRandom random = random(run, member);
                    measured.follow(
                        member,
                        number -> client.stat(SPLIT.child(name(run, random))),
                        each -> client.statistics().splitRedirects());
                  }));
    } finally {
      clients.forEach(GigaClient::close);
    }
    reportCold(run, measured, foreseen(run, run.count(CLIENTS), map), map);
  }

  /** The same names, resolved by the index alone. */
  private static RedirectCurve foreseen(Run run, int clients, PartitionMap map) {
    RedirectCurve curve = new RedirectCurve(clients, run.count(LOOKUPS));
    for (int client = 0; client < clients; client++) {
      StaleMap stale = new StaleMap();
      SplittableRandom random = random(run, client);
      curve.follow(
          client,
          number -> stale.find(name(run, random).hash(), map::partition, owner -> {}),
          each -> stale.redirects());
    }
    return curve;
  }

  private static SplittableRandom random(Run run, int client) {
    return new SplittableRandom(run.seed() * 1_000_003 + client);
  }

  private static Name name(Run run, SplittableRandom random) {
    return NumberedNames.of(random.nextLong(run.number(FILES)));
  }

  private static List<GigaClient> connect(BenchCluster cluster, int count) throws IOException {
    List<GigaClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        clients.add(cluster.connect());
      }
      return clients;
    } catch (IOException e) {
      clients.forEach(GigaClient::close);
      throw e;
    }
  }

  private static void reportCold(
      Run run, RedirectCurve measured, RedirectCurve foreseen, PartitionMap map) {
    run.figure(Figure.of("partitions of a directory that is split already", map.size(), ""));
    run.figure(
        new Figure(
            "redirects of a client that comes to it, " + run.number(LOOKUPS) + " requests",
            measured.all(),
            "",
            Goal.atMost(map.size() - 1, map.size() - 1)));
    run.figure(Figure.of("redirects of a client that comes to it, in theory", foreseen.all(), ""));
    run.figure(
        new Figure(
            "partitions asked for one name, at most",
            measured.mostHops(),
            "",
            Goal.atMost(
                DirectoryPartitions.deepest(map) + 1, DirectoryPartitions.deepest(map) + 1)));
    run.figure(
        Figure.of("sent on, of the second half of requests", PERCENT * measured.lateShare(), "%"));
    Grid grid =
        new Grid(
            "Clients that come to a directory that is split",
            List.of("requests", "redirects of a client", "in theory"));
    for (int sent : measured.points()) {
      grid.row(Integer.toString(sent), readable(measured.by(sent)), readable(foreseen.by(sent)));
    }
    run.grid(grid);
    run.plot(
        new Plot(
            "Redirects of a client that comes to a directory that is split",
            "requests of the client",
            "redirects",
            Scale.LOGARITHMIC,
            List.of(measured.line("measured"), foreseen.line("in theory"))));
  }

  /** Clients that make the directory split. */
  private static void warm(Run run, BenchCluster cluster) throws IOException, InterruptedException {
    run.begin("Making files while partitions split ...");
    int requests = run.count(CREATES);
    RedirectCurve measured = new RedirectCurve(run.count(CLIENTS), requests);
    List<GigaClient> clients = connect(cluster, run.count(CLIENTS));
    try {
      run.during(
          () -> "clients make files",
          () ->
              LoadThreads.run(
                  clients.size(),
                  member -> {
                    GigaClient client = clients.get(member);
                    measured.follow(
                        member,
                        number ->
                            client.create(
                                SPLITTING.child(
                                    NumberedNames.of((long) member * requests + number)),
                                0644,
                                true),
                        each -> client.statistics().splitRedirects());
                  }));
    } finally {
      clients.forEach(GigaClient::close);
    }
    reportWarm(run, measured, simulate(run, run.count(CLIENTS)));
  }

  private static SimulationResult simulate(Run run, int clients) {
    double files = (double) clients * run.number(CREATES);
    SimulatedCosts costs = SimulatedCosts.ofCreate(ANY_NANOS, 0);
    return DirectorySimulation.run(
        SimulationPlan.of(run.count(SERVERS), files, costs, run.seed())
            .withClients(clients, 1)
            .withSettings(SlotTable.DEFAULT_SLOTS, new ClusterSettings(run.count(THRESHOLD))));
  }

  private static void reportWarm(Run run, RedirectCurve measured, SimulationResult simulated) {
    run.figure(
        new Figure(
            "redirects of a client while a directory splits, " + run.number(CREATES) + " creates",
            measured.all(),
            "",
            Goal.atMost(simulated.map().size() - 1, simulated.map().size() - 1)));
    run.figure(
        Figure.of(
            "redirects of a client while a directory splits, simulated",
            simulated.redirectsPerClient(),
            ""));
    run.figure(
        Figure.of("sent on, of all creates", PERCENT * measured.all() / run.number(CREATES), "%"));
    run.plot(
        new Plot(
            "Redirects of a client while a directory splits",
            "creates of the client",
            "redirects",
            List.of(
                measured.fineLine("measured"),
                new Line(
                    "simulated",
                    simulated.samples().stream()
                        .map(sample -> sample.entries() / run.count(CLIENTS))
                        .toList(),
                    simulated.samples().stream()
                        .map(SimulationResult.Sample::redirects)
                        .toList()))));
  }
}
