package io.gigafs.bench.split;

import static io.gigafs.bench.experiment.Figure.readable;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Figure.Goal;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Grid;
import io.gigafs.bench.workload.BenchCluster;
import io.gigafs.bench.workload.ProcessUsage;
import io.gigafs.bench.workload.ServerCounts;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.DirectoryWorkloads;
import io.gigafs.load.Median;
import io.gigafs.load.NumberedNames;
import io.gigafs.server.partition.SplitPoint;
import io.gigafs.tablefs.PartitionKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/**
 * Measures the cost of a split to another server, with messages and with a transfer directory.
 *
 * <p>A directory gets files in bulk until one more triggers a split. Once the servers are idle, it
 * gets that one. The processor time of both servers from then until they are idle again, less their
 * idle consumption, is the cost of the split, including the removal and merging of its leftovers.
 * Small partitions are transferred in one message in both cases.
 */
public final class SplitTransfer implements Experiment {
  private static final Parameter ENTRIES =
      new Parameter("entries", "8000,30000,100000", "of the partitions that split, at most");
  private static final Parameter BYTES =
      new Parameter("bytes", "0,1000", "of each file, which servers keep with its entry");
  private static final Parameter SPLITS =
      Parameter.number("splits", 7, "of each kind; the median counts");
  private static final Parameter WARM =
      Parameter.number("warm-splits", 3, "before these, which do not count");

  private static final int STEP = 500;
  private static final long ASKED_OF = 100_000;
  private static final int MODE = 0755;
  private static final long PAUSE_MILLIS = 5;

  /** Servers are idle when they used at most a tenth of this time, three times in a row. */
  private static final long QUIET_MILLIS = 200;

  private static final int QUIET_TIMES = 3;
  private static final double QUIET_PART = 0.1;
  private static final long MAX_MILLIS = 60_000;
  private static final double MILLIS = 1_000;

  @Override
  public String name() {
    return "split-transfer";
  }

  @Override
  public String question() {
    return "What does a split to another server cost, with messages and with a shared directory?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(ENTRIES, BYTES, SPLITS, WARM);
  }

  /** The kinds of partitions that are compared. */
  private record Kind(long entries, long bytes) {
    @Override
    public String toString() {
      return entries + " files of " + bytes + " B";
    }
  }

  /** The cost of one split. */
  private record Split(double processorMillis, double frozenMillis, double messageBytes) {}

  @Override
  public void run(Run run) throws Exception {
    Grid grid =
        new Grid(
            "Splits to another server",
            List.of(
                "partition, at most",
                "by",
                "splits",
                "of them by the directory",
                "processor time, ms",
                "frozen, ms",
                "bytes in messages"));
    run.grid(grid);
    for (long entries : run.numbers(ENTRIES)) {
      for (long bytes : run.numbers(BYTES)) {
        Kind kind = new Kind(entries, bytes);
        Split byMessages = measure(run, kind, false, grid);
        Split byDirectory = measure(run, kind, true, grid);
        compare(run, kind, byMessages, byDirectory);
      }
    }
    run.remark(
        "Processor time is that of both servers, with what they do in the background; the"
            + " directory is on the file system of their stores, so files are taken by link.");
  }

  private static void compare(Run run, Kind kind, Split messages, Split shared) {
    boolean asked = kind.entries == ASKED_OF;
    run.figure(
        new Figure(
            "processor time by directory to messages, " + kind,
            shared.processorMillis / messages.processorMillis,
            "",
            asked ? Goal.atMost(0.7, 0.5) : null));
    run.figure(
        new Figure(
            "frozen by directory to messages, " + kind,
            shared.frozenMillis / messages.frozenMillis,
            "",
            asked ? Goal.atMost(1.0, 0.8) : null));
  }

  private static Split measure(Run run, Kind kind, boolean isShared, Grid grid)
      throws IOException, InterruptedException {
    List<String> options =
        new ArrayList<>(List.of("--split-threshold", Long.toString(kind.entries)));
    String name = kind.entries + "-" + kind.bytes + (isShared ? "-shared" : "");
    if (isShared) {
      Path shared = Files.createDirectories(run.directory().resolve("transfers-" + name));
      options.addAll(List.of("--transfer-directory", shared.toAbsolutePath().toString()));
    }
    try (BenchCluster cluster =
            BenchCluster.start(
                run.directory().resolve("cluster-" + name),
                2,
                List.of("-Xmx512m"),
                options.toArray(String[]::new));
        GigaClient client = cluster.connect()) {
      List<Split> splits = new ArrayList<>();
      ServerCounts begun = ServerCounts.of(client);
      for (int i = -run.count(WARM); i < run.count(SPLITS); i++) {
        Split split = split(run, cluster, client, kind, i + run.count(WARM));
        if (i >= 0) {
          splits.add(split);
        }
      }
      ServerCounts counted = ServerCounts.of(client).since(begun);
      Split median =
          new Split(
              Median.of(splits.stream().map(Split::processorMillis).toList()),
              Median.of(splits.stream().map(Split::frozenMillis).toList()),
              Median.of(splits.stream().map(Split::messageBytes).toList()));
      grid.row(
          kind.toString(),
          isShared ? "transfer directory" : "messages",
          Long.toString(counted.of("splits.away")),
          Long.toString(counted.of("transfers.shared")),
          readable(median.processorMillis),
          readable(median.frozenMillis),
          readable(median.messageBytes));
      return median;
    }
  }

  private static Split split(
      Run run, BenchCluster cluster, GigaClient client, Kind kind, int number)
      throws IOException, InterruptedException {
    GigaPath path = GigaPath.parse("/d" + number);
    ServerCounts counts = ServerCounts.of(client);
    client.makeDirectory(path, MODE);
    PartitionKey whole = new PartitionKey(0, client.stat(path).inode().value(), 0);
    long point = SplitPoint.of(Math.toIntExact(kind.entries), whole);
    AtomicLong made = new AtomicLong();
    run.during(
        () -> kind + ", split " + number + ": " + made.get() + " files",
        () -> {
          while (made.get() < point) {
            make(client, path, kind, made, Math.min(STEP, point - made.get()));
          }
          return made;
        });
    double idle = awaitQuiet(cluster);
    ServerCounts before = ServerCounts.of(client);
    if (before.since(counts).of("splits.away") > 0) {
      throw new IOException(path + " has split before it had " + (point + 1) + " files");
    }
    double begun = cpuSeconds(cluster);
    long begunNanos = System.nanoTime();
    make(client, path, kind, made, 1);
    while (away(client, before) == 0) {
      if (System.nanoTime() - begunNanos > MAX_MILLIS * 1_000_000) {
        throw new IOException(path + " has not split with " + made.get() + " files");
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    awaitQuiet(cluster);
    double seconds = (System.nanoTime() - begunNanos) / 1e9;
    double used = cpuSeconds(cluster) - begun - idle * seconds;
    ServerCounts counted = ServerCounts.of(client).since(before);
    return new Split(
        MILLIS * used,
        counted.of("splits.frozen_us") / MILLIS,
        counted.of("transfers.message_bytes"));
  }

  /**
   * Waits until the servers are idle. Returns their idle consumption as a share of one processor.
   */
  private static double awaitQuiet(BenchCluster cluster) throws IOException, InterruptedException {
    double taken = 0;
    int times = 0;
    long begunNanos = System.nanoTime();
    while (times < QUIET_TIMES) {
      if (System.nanoTime() - begunNanos > MAX_MILLIS * 1_000_000) {
        throw new IOException("the servers did not become idle within " + MAX_MILLIS + " ms");
      }
      double before = cpuSeconds(cluster);
      Thread.sleep(QUIET_MILLIS);
      double part = (cpuSeconds(cluster) - before) * MILLIS / QUIET_MILLIS;
      times = part <= QUIET_PART ? times + 1 : 0;
      taken = times == 0 ? 0 : taken + part;
    }
    return taken / times;
  }

  private static void make(
      GigaClient client, GigaPath path, Kind kind, AtomicLong made, long more) {
    long from = made.get();
    if (kind.bytes == 0) {
      new DirectoryWorkloads(client.async(), path).createInBulk().send(from, from + more).join();
    } else {
      byte[] contents = new byte[Math.toIntExact(kind.bytes)];
      new SplittableRandom(from).nextBytes(contents);
      CompletableFuture.allOf(
              LongStream.range(from, from + more)
                  .mapToObj(number -> path.child(NumberedNames.of(number)))
                  .map(file -> client.async().writeFile(file, MODE, contents, false))
                  .toArray(CompletableFuture<?>[]::new))
          .join();
    }
    made.addAndGet(more);
  }

  private static double cpuSeconds(BenchCluster cluster) throws IOException {
    return ProcessUsage.of(cluster.pid()).cpuSeconds();
  }

  private static long away(GigaClient client, ServerCounts before) throws IOException {
    return ServerCounts.of(client).since(before).of("splits.away");
  }
}
