package io.gigafs.cli.bench;

import io.gigafs.cli.ByteSizes;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.load.DataBench;
import io.gigafs.load.DataBench.Phase;
import io.gigafs.load.GigaPlace;
import io.gigafs.load.PlainPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code giga bench data}. */
@Command(
    name = "data",
    description = {
      "Writes and reads one large file and N small ones, in a directory of the cluster and in a",
      "local directory for comparison, for example on the volume itself.",
      "",
      "The large file is copied in blocks of 1 MiB, one by one, R times on each side. Of small",
      "files, each created, written and closed, T times W are in flight per side: with T threads",
      "of one client, and with a thread for each in the directory, whose calls block. With --sync",
      "bytes must be on the disk before they count: the large file at its end, each small one",
      "before the next. All bytes read are verified. Before the large file is written,",
      "one of its size is written in DIR and removed, so that both sides find memory in the same",
      "state.",
      "",
      "With --cold the page cache is dropped before reading, which takes root and is useful if",
      "servers and volumes are on this machine. Servers have caches of their own: to clear these,",
      "too, restart them between --do write and --do read,remove. Java code runs slowly",
      "until it is compiled: with --warmup N, each side first writes, reads and removes N small",
      "files, in a directory 'warmup' of its own, which is not counted; --warmup-rounds R is the same",
      "for the large file."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga bench data -c giga://10.0.0.1:7000/ --dir /bench --volume /mnt/pan/bench --stream 1G --sync --cold",
      "  giga bench data -c giga://10.0.0.1:7000/ --dir /bench --volume /mnt/pan/bench --files 100000 \\",
      "      --threads 4 --window 64 --sync --json",
      "  giga bench data -c giga://10.0.0.1:7000/ --dir /bench --volume /mnt/pan/bench --stream 1G \\",
      "      --data-path server"
    })
final class BenchDataCommand extends BenchOperation {
  private static final Name WARMUP = Name.of("warmup");

  @Option(
      names = "--volume",
      paramLabel = "DIR",
      required = true,
      description = "The directory to compare with; created if it is missing.")
  private Path volume = Path.of("");

  @Option(
      names = "--stream",
      paramLabel = "SIZE",
      converter = ByteSizes.class,
      description = "The size of the large file, e.g. 1G. Default: no large file.")
  private long stream;

  @Option(
      names = "--rounds",
      paramLabel = "R",
      description = "How often the large file is written and read. Default: ${DEFAULT-VALUE}.")
  private int rounds = 3;

  @Option(
      names = "--warmup-rounds",
      paramLabel = "R",
      description =
          "How often the large file is written and read before that, uncounted. Default: none.")
  private int warmupRounds;

  @Option(
      names = {"-n", "--files"},
      paramLabel = "N",
      description = "Number of small files, over all threads. Default: none.")
  private long files;

  @Option(
      names = {"-w", "--window"},
      paramLabel = "W",
      description =
          "Number of small files in progress in each thread; with 1 it waits for each."
              + " Default: ${DEFAULT-VALUE}.")
  private int window = 1;

  @Option(
      names = "--bulk",
      paramLabel = "B",
      description =
          "Number of small files in each of the client's calls, with writeAll and readAll."
              + " Default: ${DEFAULT-VALUE}.")
  private int bulk = 1;

  @Option(
      names = "--listed",
      description =
          "Read small files in the order in which either side lists them, as cp -r and tar do.")
  private boolean listed;

  @Option(
      names = "--file-size",
      paramLabel = "SIZE",
      converter = ByteSizes.class,
      defaultValue = "1K",
      description = "The size of small files. Default: ${DEFAULT-VALUE}.")
  private long fileSize;

  @Option(
      names = "--do",
      paramLabel = "PHASE",
      split = ",",
      defaultValue = "write,read,remove",
      description =
          "The operations on the files, in this order: write, read, remove."
              + " Default: ${DEFAULT-VALUE}.")
  private List<Phase> phases = List.of();

  @Option(
      names = "--warmup",
      paramLabel = "N",
      description = "Number of other small files for a warm-up. Default: none.")
  private long warmup;

  @Option(names = "--sync", description = "Written bytes must be on the disk.")
  private boolean sync;

  @Option(names = "--cold", description = "Drop the page cache before reading; for root.")
  private boolean cold;

  private final Shell shell;

  BenchDataCommand(Shell shell) {
    super(shell, "data");
    this.shell = shell;
  }

  @Override
  void check() {
    super.check();
    checkPositive("--rounds", rounds);
    checkPositive("--window", window);
    checkPositive("--bulk", bulk);
    checkPositive("--file-size", fileSize);
    if (fileSize > Integer.MAX_VALUE / 2) {
      throw CommandException.usage("--file-size is for small files: at most 1 GiB");
    }
    if (files > Integer.MAX_VALUE || warmup > Integer.MAX_VALUE) {
      throw CommandException.usage("--files and --warmup are at most " + Integer.MAX_VALUE);
    }
    checkNotNegative("--warmup", warmup);
    checkNotNegative("--warmup-rounds", warmupRounds);
    if (stream == 0 && files == 0) {
      throw CommandException.usage("nothing to measure: give --stream SIZE, --files N or both");
    }
  }

  @Override
  int requestsInFlight() {
    return Math.multiplyExact(threads(), window);
  }

  @Override
  DataBenchReport measure(GigaClient client, GigaPath directory)
      throws InterruptedException, IOException {
    LongAdder done = new LongAdder();
    ProgressLine progress =
        ProgressLine.forPeople(shell, () -> "data: " + ByteSizes.format(done.sum()) + " done");
    try {
      if (warmup > 0) {
        warmUp(client, directory.child(WARMUP), done::add);
      }
      return new DataBenchReport(bench(client, directory, volume, shape(), done::add).run());
    } finally {
      progress.close();
    }
  }

  private DataBench.Shape shape() {
    return new DataBench.Shape(
        dataPath().name().toLowerCase(Locale.ROOT),
        phases,
        stream,
        rounds,
        warmupRounds,
        files,
        (int) fileSize,
        threads(),
        window,
        bulk,
        listed,
        sync,
        cold);
  }

  private DataBench bench(
      GigaClient client,
      GigaPath directory,
      Path plain,
      DataBench.Shape shape,
      LongConsumer progress)
      throws IOException {
    Files.createDirectories(plain);
    return new DataBench(
        new GigaPlace(client.async(), directory), new PlainPlace(plain), shape, progress);
  }

  private void warmUp(GigaClient client, GigaPath directory, LongConsumer progress)
      throws IOException, InterruptedException {
    makeDirectory(client, directory);
    DataBench.Shape shape = shape().warmup(warmup);
    DataBenchReport report =
        new DataBenchReport(
            bench(client, directory, volume.resolve(WARMUP.toString()), shape, progress).run());
    if (report.errors() > 0) {
      throw new IOException("the warm-up failed: " + String.join("; ", report.firstErrors()));
    }
  }
}
