package io.gigafs.cli.cache;

import io.gigafs.cli.ByteSizes;
import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.Interruption;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.DataCacheSettings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga cache warm}. */
@Command(
    name = "warm",
    description = {
      "Reads files of a mount, so that its data cache has them.",
      "With --cache it takes paths in a cluster, and fills a directory that no mount uses now: for"
          + " a mount or a program that starts with it later.",
      "Files that are cached already are skipped, so an interrupted command continues"
          + " where it stopped. Files stored on servers, below the cluster's inline limit, need no"
          + " cache.",
      "If the files exceed the cache's size, those read last are kept."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga cache warm /mnt/giga/datasets/train",
      "  giga cache warm --threads 32 --json /mnt/giga/a /mnt/giga/b",
      "  giga cache warm -c giga://10.0.0.1:7000/ --cache /ssd/giga --cache-size 100G /datasets"
    })
final class WarmCommand implements Callable<Integer> {
  private static final int WAITING_FILES = 1_000;
  private static final Duration LOG_PERIOD = Duration.ofSeconds(10);

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files and directories.")
  private List<String> paths = new ArrayList<>();

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "8",
      description = "Number of files read in parallel: ${DEFAULT-VALUE}.")
  private int threads;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description = "The cache directory to fill, as a mount's data_cache, or fs.giga.cache.dir.")
  private @Nullable Path cache;

  @Option(
      names = "--cache-size",
      paramLabel = "SIZE",
      converter = ByteSizes.class,
      description =
          "The maximum size of the directory, the same as the mount or program will use. Default:"
              + " 10 GiB, as theirs.")
  private @Nullable Long cacheBytes;

  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  private final Shell shell;
  private final AtomicLong files = new AtomicLong();
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong there = new AtomicLong();
  private final AtomicBoolean hasFailed = new AtomicBoolean();
  private volatile boolean isInterrupted;

  WarmCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (threads < 1) {
      throw CommandException.usage("--threads must be at least 1, not " + threads);
    }
    long begin = shell.nowNanos();
    try (WarmedFiles source = source()) {
      for (String path : paths) {
        source.check(path);
      }
      Interruption interruption = Interruption.then(() -> interrupted(source));
      ProgressLine line = ProgressLine.forAll(shell, LOG_PERIOD, this::progress);
      try {
        warmAll(source);
      } finally {
        line.close();
        interruption.cancel();
      }
    }
    report(shell.nowNanos() - begin);
    if (hasFailed.get()) {
      throw CommandException.failed("not all files could be read");
    }
    return ExitCode.OK;
  }

  private WarmedFiles source() throws IOException {
    if (cache == null) {
      if (cacheBytes != null || cluster.isGiven()) {
        throw CommandException.usage(
            "--cache-size and --cluster go with --cache DIR; without it, PATH is below a mount");
      }
      return new MountedWarming();
    }
    return new ClusterWarming(shell.connector().connect(settings(cache)));
  }

  private ClientSettings settings(Path directory) {
    long bytes = cacheBytes == null ? DataCacheSettings.DEFAULT_BYTES : cacheBytes;
    try {
      return cluster.settings(shell, cluster.required(shell)).toBuilder()
          .dataCache(DataCacheSettings.of(directory, bytes))
          .build();
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("--cache-size: " + e.getMessage());
    }
  }

  /** The cached files are saved. */
  private void interrupted(WarmedFiles source) {
    isInterrupted = true;
    shell.err().println("giga: interrupted; " + progress());
    source.close();
  }

  private void warmAll(WarmedFiles source) throws IOException, InterruptedException {
    ExecutorService readers = Executors.newFixedThreadPool(threads);
    Semaphore room = new Semaphore(WAITING_FILES);
    WarmedFiles.Visitor visitor =
        new WarmedFiles.Visitor() {
          @Override
          public void visit(WarmedFiles.WarmedFile file) throws IOException {
            submit(readers, room, file);
          }

          @Override
          public void failed(String name, IOException failure) {
            WarmCommand.this.failed(name, failure);
          }
        };
    try {
      for (String path : paths) {
        source.visit(path, visitor);
      }
      readers.shutdown();
      while (!readers.awaitTermination(1, TimeUnit.MINUTES)) {
        // Interrupts the reading of large files, which takes long.
      }
    } finally {
      readers.shutdownNow();
    }
  }

  private void submit(ExecutorService readers, Semaphore room, WarmedFiles.WarmedFile file)
      throws IOException {
    try {
      room.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
    readers.execute(
        () -> {
          try {
            if (file.warm(read::addAndGet)) {
              there.addAndGet(file.size());
            }
            files.incrementAndGet();
          } catch (IOException e) {
            failed(file.name(), e);
          } finally {
            room.release();
          }
        });
  }

  private String progress() {
    return "%d files, %s read, %s were cached"
        .formatted(files.get(), ByteSizes.format(read.get()), ByteSizes.format(there.get()));
  }

  private void report(long nanos) {
    if (json) {
      shell
          .out()
          .println(
              new JsonObject()
                  .put("files", files.get())
                  .put("read_bytes", read.get())
                  .put("cached_before_bytes", there.get())
                  .put("millis", TimeUnit.NANOSECONDS.toMillis(nanos))
                  .toString());
    } else {
      shell.out().println(progress());
    }
  }

  private void failed(String name, IOException failure) {
    if (isInterrupted) {
      return;
    }
    hasFailed.set(true);
    shell.err().println("giga: " + name + ": " + ErrorText.of(failure));
  }
}
