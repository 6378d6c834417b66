package io.gigafs.bench.smallfiles;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.workload.BenchCluster;
import io.gigafs.bench.workload.ProcessUsage;
import io.gigafs.bench.workload.ShownLoad;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.concurrent.Futures;
import io.gigafs.load.FileWorkloads;
import io.gigafs.load.GigaPlace;
import io.gigafs.load.LoadGenerator;
import io.gigafs.load.SmallContents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The results for one file size and one inline limit.
 *
 * @param written files created, written and closed, 1/s
 * @param read files read with cold caches, 1/s
 * @param onDisk bytes on disk per byte of a file
 * @param amplification bytes written to disks per byte of a file
 */
record SizeCell(
    int limit, int size, double written, double read, double onDisk, double amplification) {
  private static final GigaPath FILES = GigaPath.parse("/files");
  private static final GigaPath WARM = GigaPath.parse("/warm");
  private static final int MODE = 0755;

  /** The number of files: unmeasured ones for warm-up, and measured ones. */
  record Count(int warm, int files, int window) {}

  /** Measures with a dedicated cluster, which is restarted between writing and reading. */
  static SizeCell of(Run run, int limit, int size, Count count)
      throws IOException, InterruptedException {
    Path directory =
        Files.createDirectory(run.directory().resolve("limit-" + limit + "-size-" + size));
    String what = "inline limit " + limit + ", files of " + size + ": ";
    long own = ProcessHandle.current().pid();
    long before = ProcessUsage.of(own).writtenBytes();
    double writeRate;
    long written;
    try (BenchCluster cluster = start(directory, limit);
        GigaClient client = cluster.connect()) {
      load(run, client, what + "warming up", WARM, size, count.warm(), count, true);
      writeRate = load(run, client, what + "writing", FILES, size, count.files(), count, true);
      Futures.await(client.async().sync());
      written = ProcessUsage.of(cluster.pid()).writtenBytes();
    }
    Tree.cool();
    // The restart has moved the contents of the log to tables.
    try (BenchCluster cluster = start(directory, limit);
        GigaClient client = cluster.connect()) {
      written += ProcessUsage.of(cluster.pid()).writtenBytes();
      long onDisk = Tree.bytes(List.of(directory.resolve("cluster")));
      double readRate =
          load(run, client, what + "reading", FILES, size, count.files(), count, false);
      written += ProcessUsage.of(own).writtenBytes() - before;
      double bytes = (double) size * (count.warm() + count.files());
      return new SizeCell(limit, size, writeRate, readRate, onDisk / bytes, written / bytes);
    }
  }

  private static BenchCluster start(Path directory, int limit) throws InterruptedException {
    return BenchCluster.start(
        directory.resolve("cluster"),
        1,
        List.of("-Xmx512m"),
        "--inline-limit",
        Integer.toString(limit));
  }

  private static double load(
      Run run,
      GigaClient client,
      String what,
      GigaPath directory,
      int size,
      int files,
      Count count,
      boolean writes)
      throws IOException, InterruptedException {
    if (writes) {
      client.makeDirectory(directory, MODE);
    }
    FileWorkloads whole =
        new FileWorkloads(new GigaPlace(client.async(), directory), new SmallContents(size));
    return ShownLoad.run(
            run,
            what,
            new LoadGenerator.Shape(1, files, count.window(), 1, 0),
            thread -> writes ? whole.write(false) : whole.read())
        .perSecond();
  }

  String[] row() {
    return new String[] {
      Integer.toString(limit),
      Integer.toString(size),
      Figure.readable(written),
      Figure.readable(read),
      Figure.readable(onDisk),
      Figure.readable(amplification)
    };
  }
}
