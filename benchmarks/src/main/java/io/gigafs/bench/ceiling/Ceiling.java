package io.gigafs.bench.ceiling;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Figure.Goal;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.workload.BenchCluster;
import io.gigafs.bench.workload.JavaProcess;
import io.gigafs.bench.workload.Samples;
import io.gigafs.bench.workload.ShownLoad;
import io.gigafs.cli.ChildProcess;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.DirectoryWorkloads;
import io.gigafs.load.LoadGenerator;
import io.gigafs.load.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * Compares the rates of one server in its own process with those of a bare loop of Netty and
 * RocksDB. Alternates between the two so that both run under the same conditions.
 */
public final class Ceiling implements Experiment {
  private static final Parameter FILES =
      Parameter.number("files", 1_000_000, "files created with many outstanding requests");
  private static final Parameter CLOSED_FILES =
      Parameter.number("closed-files", 200_000, "files created with one request per thread");
  private static final Parameter THREADS = Parameter.number("threads", 8, "threads of these");
  private static final Parameter WINDOW =
      Parameter.number("window", 1024, "outstanding requests of one thread");
  private static final Parameter BULK = Parameter.number("bulk", 10_000, "files of a bulk create");
  private static final Parameter ROUNDS = Parameter.number("rounds", 3, "turns; medians count");

  private static final Duration START = Duration.ofSeconds(30);
  private static final int BULK_WINDOW = 4;

  /** The names of the measurements. */
  private static final String BARE = "bare creates, pipelined";

  private static final String BARE_CLOSED = "bare creates, a request for each thread";
  private static final String CREATE = "creates, pipelined";
  private static final String CREATE_BULK = "creates, in bulk";
  private static final String CREATE_CLOSED = "creates, a request for each thread";
  private static final String STAT = "stats, pipelined";
  private static final String STAT_CLOSED = "stats, a request for each thread";
  private static final String MAKE_DIRECTORY = "mkdirs, pipelined";
  private static final String UNLINK = "unlinks, pipelined";

  @Override
  public String name() {
    return "ceiling";
  }

  @Override
  public String question() {
    return "How does one server compare with a loop that only moves frames and rows?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(FILES, CLOSED_FILES, THREADS, WINDOW, BULK, ROUNDS);
  }

  @Override
  public void run(Run run) throws Exception {
    Samples rates = new Samples();
    Path directory = run.directory();
    try (ChildProcess bare =
            ChildProcess.start(
                "bare",
                directory.resolve("bare.log"),
                List.of("-Xmx256m"),
                BareServer.class,
                List.of(directory.resolve("bare").toString()));
        BareClient bareClient = new BareClient(port(bare));
        BenchCluster cluster =
            BenchCluster.start(directory.resolve("cluster"), 1, List.of("-Xmx512m"));
        JavaProcess server = JavaProcess.attach(cluster.pid());
        GigaClient client = cluster.connect()) {
      for (int round = 0; round < run.count(ROUNDS); round++) {
        Round each = new Round(run, rates, round);
        each.bare(bareClient);
        each.giga(client, server);
      }
    }
    report(run, rates);
  }

  private static int port(ChildProcess bare) throws InterruptedException {
    return Integer.parseInt(bare.awaitReady(START).replace("ready ", ""));
  }

  /** One round of both. */
  private static final class Round {
    private final Run run;
    private final Samples rates;
    private final int number;
    private final LoadGenerator.Shape pipelined;
    private final LoadGenerator.Shape closed;
    private final LoadGenerator.Shape bulk;

    Round(Run run, Samples rates, int number) {
      this.run = run;
      this.rates = rates;
      this.number = number;
      long files = run.number(FILES);
      this.pipelined = new LoadGenerator.Shape(1, files, run.count(WINDOW), 1, 0);
      this.closed = new LoadGenerator.Shape(run.count(THREADS), run.number(CLOSED_FILES), 1, 1, 0);
      this.bulk = new LoadGenerator.Shape(1, files, BULK_WINDOW, run.count(BULK), 0);
    }

    void bare(BareClient client) throws InterruptedException, IOException {
      long files = run.number(FILES) + run.number(CLOSED_FILES);
      measure(BARE, pipelined, thread -> new Shifted(client, number * files));
      measure(
          BARE_CLOSED, closed, thread -> new Shifted(client, number * files + run.number(FILES)));
    }

    void giga(GigaClient client, JavaProcess server) throws InterruptedException, IOException {
      DirectoryWorkloads many = directory(client, "pipelined");
      measureMaking(CREATE, pipelined, thread -> many.create(), server);
      DirectoryWorkloads inBulk = directory(client, "bulk");
      measureMaking(CREATE_BULK, bulk, thread -> inBulk.createInBulk(), server);
      DirectoryWorkloads few = directory(client, "closed");
      measure(CREATE_CLOSED, closed, thread -> few.create());
      measure(STAT, pipelined, thread -> many.stat());
      measure(STAT_CLOSED, closed, thread -> few.stat());
      DirectoryWorkloads directories = directory(client, "directories");
      measure(MAKE_DIRECTORY, withFewer(), thread -> directories.makeDirectories());
      measure(UNLINK, pipelined, thread -> many.unlink());
    }

    /** Measures, and also records the bytes that the server allocates per operation. */
    private void measureMaking(
        String what,
        LoadGenerator.Shape shape,
        IntFunction<Workload<?>> workloads,
        JavaProcess server)
        throws InterruptedException, IOException {
      long before = server.allocatedBytes();
      measure(what, shape, workloads);
      rates.add(allocatedFor(what), (double) (server.allocatedBytes() - before) / shape.numbers());
    }

    /** Fewer operations, because mkdirs take longer. */
    private LoadGenerator.Shape withFewer() {
      return new LoadGenerator.Shape(1, run.number(CLOSED_FILES), run.count(WINDOW), 1, 0);
    }

    private DirectoryWorkloads directory(GigaClient client, String kind) throws IOException {
      GigaPath path = GigaPath.parse("/" + kind + number);
      client.makeDirectory(path, 0755);
      return new DirectoryWorkloads(client.async(), path);
    }

    private void measure(String what, LoadGenerator.Shape shape, IntFunction<Workload<?>> workloads)
        throws InterruptedException, IOException {
      rates.add(what, ShownLoad.run(run, what, shape, workloads).perSecond());
    }
  }

  private static void report(Run run, Samples rates) {
    double bare = rates.median(BARE);
    run.figure(Figure.of(BARE, bare, "1/s"));
    run.figure(Figure.of(BARE_CLOSED, rates.median(BARE_CLOSED), "1/s"));
    rate(run, rates, CREATE, Goal.atLeast(190_000, 260_000));
    rate(run, rates, CREATE_BULK, Goal.atLeast(190_000, 260_000));
    run.figure(
        new Figure(
            "creates beside bare ones",
            Math.max(rates.median(CREATE), rates.median(CREATE_BULK)) / bare,
            "ratio",
            Goal.atLeast(0.5, 0.7)));
    rate(run, rates, CREATE_CLOSED, Goal.atLeast(50_000, 62_000));
    run.figure(
        Figure.of(
            "creates beside bare ones, a request for each thread",
            rates.median(CREATE_CLOSED) / rates.median(BARE_CLOSED),
            "ratio"));
    rate(run, rates, STAT, Goal.atLeast(300_000, 500_000));
    rate(run, rates, STAT_CLOSED, Goal.atLeast(70_000, 85_000));
    rate(run, rates, MAKE_DIRECTORY, Goal.atLeast(60_000, 100_000));
    rate(run, rates, UNLINK, Goal.atLeast(150_000, 200_000));
    allocated(run, rates, CREATE);
    allocated(run, rates, CREATE_BULK);
    run.grid(rates.grid("rounds", List.of("measured", "each round")));
  }

  private static void allocated(Run run, Samples rates, String what) {
    String name = allocatedFor(what);
    run.figure(new Figure(name, rates.median(name), "B", Goal.atMost(256, 0)));
  }

  private static String allocatedFor(String what) {
    return "allocated by the server, " + what;
  }

  private static void rate(Run run, Samples rates, String what, Goal goal) {
    run.figure(new Figure(what, rates.median(what), "1/s", goal));
  }

  /**
   * A workload whose numbers begin elsewhere, so that its rows are new.
   *
   * @param shift added to each number
   */
  record Shifted(Workload<Boolean> workload, long shift) implements Workload<Boolean> {
    @Override
    public CompletableFuture<Boolean> send(long from, long to) {
      return workload.send(from + shift, to + shift);
    }

    @Override
    public String describe(long number) {
      return workload.describe(number + shift);
    }
  }
}
