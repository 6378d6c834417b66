package io.gigafs.cli.bench;

import io.gigafs.cli.ByteSizes;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.cli.bench.DataBench.Phase;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
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
      "directory of this machine, side by side: on the volume itself, say.",
      "",
      "The large file goes in blocks of 1 MiB, one after the other, R times on each side. Of small",
      "files, each made, written and closed, T times W are under way on either side: with T threads",
      "of one client, and with a thread for each in the directory, whose calls block. With --sync",
      "what is written is on the disk before it counts: the large file at its end, each small one",
      "before the next. What is read has to be what was written. Before the large file is written on",
      "either side, one of its size is written in DIR and removed, so that both find memory in a like",
      "state.",
      "",
      "With --cold the page cache is emptied before reading, which takes root and is right where",
      "servers and volumes are on this machine. Servers have caches of their own: to have these cold",
      "too, restart them between --do write and --do read,remove. What a Java program does runs slowly",
      "until it was compiled: with --warmup N, each side first writes, reads and removes N other small",
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
      description = "The directory to compare with; made if it is missing.")
  private Path volume = Path.of("");

  @Option(
      names = "--stream",
      paramLabel = "SIZE",
      converter = ByteSizes.class,
      description = "How large the large file is, e.g. 1G. Default: there is none.")
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
      description = "How many small files there are, over all threads. Default: none.")
  private long files;

  @Option(
      names = {"-w", "--window"},
      paramLabel = "W",
      description =
          "How many small files each thread has under way; with 1 it waits for each."
              + " Default: ${DEFAULT-VALUE}.")
  private int window = 1;

  @Option(
      names = "--bulk",
      paramLabel = "B",
      description =
          "How many small files each of the client's calls is for, with writeAll and readAll."
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
      description = "How large small files are. Default: ${DEFAULT-VALUE}.")
  private long fileSize;

  @Option(
      names = "--do",
      paramLabel = "PHASE",
      split = ",",
      defaultValue = "write,read,remove",
      description =
          "What to do with the files, and in which order: write, read, remove."
              + " Default: ${DEFAULT-VALUE}.")
  private List<Phase> phases = List.of();

  @Option(
      names = "--warmup",
      paramLabel = "N",
      description = "How many other small files are done with first. Default: none.")
  private long warmup;

  @Option(names = "--sync", description = "What is written has to be on the disk.")
  private boolean sync;

  @Option(names = "--cold", description = "Empty the page cache before reading; for root.")
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
      throw CommandException.usage("measure what? Give --stream SIZE, --files N or both");
    }
  }

  @Override
  int requestsInFlight() {
    return Math.multiplyExact(threads(), window);
  }

  @Override
  BenchResult measure(GigaClient client, GigaPath directory)
      throws InterruptedException, IOException {
    LongAdder done = new LongAdder();
    ProgressLine progress =
        ProgressLine.forPeople(shell, () -> "data: " + ByteSizes.format(done.sum()) + " done");
    try {
      if (warmup > 0) {
        warmUp(client, directory.child(WARMUP), done::add);
      }
      return bench(client, directory, volume, shape(), done::add).run();
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
    BenchResult result =
        bench(client, directory, volume.resolve(WARMUP.toString()), shape, progress).run();
    if (result.errors() > 0) {
      throw new IOException("the warm-up failed: " + String.join("; ", result.firstErrors()));
    }
  }
}
