package io.gigafs.server.command;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.ClientStatistics;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.load.DirectoryWorkloads;
import io.gigafs.load.LoadGenerator;
import io.gigafs.load.LoadResult;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** The demo on a running cluster: creates files from many clients, then verifies them. */
final class Demo implements AutoCloseable {
  private static final int DIRECTORY_MODE = 0755;
  private static final Duration LOG_PERIOD = Duration.ofSeconds(2);
  private static final Duration SPLIT_WAIT = Duration.ofSeconds(30);
  private static final Duration SPLIT_POLL = Duration.ofMillis(100);

  private final Shell shell;
  private final Plan plan;
  private final GigaPath directory = GigaPath.ROOT.child(Name.of("demo"));
  private final List<GigaClient> makers = new ArrayList<>();
  private final GigaClient checker;

  /**
   * The demo's parameters.
   *
   * @param window number of outstanding requests of each client
   */
  record Plan(int files, int clients, int window, int sample, long seed, int splitThreshold) {
    /** Fewer would leave more entries in some partition than the threshold permits. */
    long minSplits() {
      long partitions = ((long) files + splitThreshold - 1) / splitThreshold;
      return Math.min(partitions, 1L << PartitionIndex.MAX_DEPTH) - 1;
    }
  }

  Demo(Shell shell, List<Endpoint> contacts, Plan plan) throws GigaException {
    this.shell = shell;
    this.plan = plan;
    ClientSettings settings = ClientSettings.builder(contacts).caller(Caller.ROOT).build();
    checker = shell.connector().connect(settings);
    try {
      for (int i = 0; i < plan.clients(); i++) {
        makers.add(shell.connector().connect(settings));
      }
    } catch (GigaException | RuntimeException e) {
      close();
      throw e;
    }
  }

  DemoResult run() throws GigaException, InterruptedException {
    checker.makeDirectory(directory, DIRECTORY_MODE);
    LoadResult created = create();
    if (created.errors() > 0) {
      throw CommandException.failed(
          "not all files could be made: " + created.firstErrors(ErrorText::ofFile).get(0));
    }
    awaitSplits();
    // Before the listing, from which the client would learn all partitions.
    say("Asking for random files ...");
    DemoSample sample =
        DemoSample.take(
            checker.async(),
            directory,
            Caller.ROOT,
            plan.files(),
            Math.min(plan.sample(), plan.files()),
            new SplittableRandom(plan.seed()));
    say("Listing the directory ...");
    DemoListing listing = DemoListing.read(checker, directory, plan.files());
    return new DemoResult(
        plan.files(),
        plan.clients(),
        created,
        listing,
        sample,
        checker.stat(directory).size(),
        statistics(),
        servers());
  }

  private LoadResult create() throws GigaException, InterruptedException {
    say("Making " + plan.files() + " files from " + plan.clients() + " clients ...");
    LoadGenerator load =
        new LoadGenerator(
            new LoadGenerator.Shape(plan.clients(), plan.files(), plan.window(), 1, 0));
    ClusterWatch watch = new ClusterWatch(checker.async(), checker.clusterView().servers());
    watch.look();
    long began = System.nanoTime();
    ProgressLine progress =
        ProgressLine.forAll(
            shell,
            LOG_PERIOD,
            () -> {
              long done = load.done();
              long perSecond = Math.round(done / ((System.nanoTime() - began) / 1e9));
              return done
                  + " of "
                  + plan.files()
                  + " files, "
                  + perSecond
                  + " files/s, "
                  + watch.look();
            });
    try {
      return load.run(
          client -> new DirectoryWorkloads(makers.get(client).async(), directory).create());
    } finally {
      progress.close();
    }
  }

  /** Partitions that could not split at once do so soon after the load, or the report shows it. */
  private void awaitSplits() throws GigaException, InterruptedException {
    long deadline = System.nanoTime() + SPLIT_WAIT.toNanos();
    long nextLog = System.nanoTime();
    for (long splits = splits(); splits < plan.minSplits(); splits = splits()) {
      long now = System.nanoTime();
      if (now - deadline > 0) {
        say("The directory has not split further; proving it as it is.");
        return;
      }
      if (now - nextLog >= 0) {
        say("Waiting for splits: " + splits + " of at least " + plan.minSplits() + " ...");
        nextLog = now + LOG_PERIOD.toNanos();
      }
      TimeUnit.NANOSECONDS.sleep(SPLIT_POLL.toNanos());
    }
  }

  private long splits() throws GigaException {
    return servers().stream().mapToLong(each -> ClusterWatch.splits(each.status())).sum();
  }

  private List<DemoResult.Server> servers() throws GigaException {
    List<DemoResult.Server> servers = new ArrayList<>();
    for (ServerInfo server : checker.clusterView().servers()) {
      servers.add(new DemoResult.Server(server, checker.admin().status(server, false)));
    }
    return servers;
  }

  private ClientStatistics statistics() {
    ClientStatistics all = checker.statistics();
    for (GigaClient maker : makers) {
      all = all.plus(maker.statistics());
    }
    return all;
  }

  private void say(String line) {
    shell.err().println(line);
  }

  @Override
  public void close() {
    makers.forEach(GigaClient::close);
    checker.close();
  }
}
