package io.gigafs.cli.cache;

import com.sun.nio.file.ExtendedOpenOption;
import io.gigafs.cli.ByteSizes;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.Interruption;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga cache warm}. */
@Command(
    name = "warm",
    description = {
      "Reads files of a mount, so that its data cache has them.",
      "Files that the cache has already are passed over, so a command that was cut off goes on where"
          + " it was. Files that servers keep, below the cluster's inline limit, need no cache.",
      "Of more than the cache has room for, what is read last stays."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga cache warm /mnt/giga/datasets/train",
      "  giga cache warm --threads 32 --json /mnt/giga/a /mnt/giga/b"
    })
final class WarmCommand implements Callable<Integer> {
  private static final int READ_BYTES = 4 << 20;
  private static final int ALIGNMENT = 4096;
  private static final int WAITING_FILES = 1_000;
  private static final Duration LOG_PERIOD = Duration.ofSeconds(10);

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files and directories.")
  private List<Path> paths = new ArrayList<>();

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "8",
      description = "How many files are read at a time: ${DEFAULT-VALUE}.")
  private int threads;

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  private final Shell shell;
  private final AtomicLong files = new AtomicLong();
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong there = new AtomicLong();
  private final AtomicBoolean hasFailed = new AtomicBoolean();

  WarmCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (threads < 1) {
      throw CommandException.usage("--threads is at least 1, not " + threads);
    }
    for (Path path : paths) {
      MountedCache.of(path);
    }
    long begin = shell.nowNanos();
    Interruption interruption =
        Interruption.then(() -> shell.err().println("giga: interrupted; " + progress()));
    ProgressLine line = ProgressLine.forAll(shell, LOG_PERIOD, this::progress);
    try {
      warmAll();
    } finally {
      line.close();
      interruption.cancel();
    }
    report(shell.nowNanos() - begin);
    if (hasFailed.get()) {
      throw CommandException.failed("not all files could be read");
    }
    return ExitCode.OK;
  }

  private void warmAll() throws IOException, InterruptedException {
    ExecutorService readers = Executors.newFixedThreadPool(threads);
    Semaphore room = new Semaphore(WAITING_FILES);
    try {
      for (Path path : paths) {
        MountedCache.visit(path, (file, size) -> submit(readers, room, file, size), this::failed);
      }
      readers.shutdown();
      while (!readers.awaitTermination(1, TimeUnit.MINUTES)) {
        // Large files take long.
      }
    } finally {
      readers.shutdownNow();
    }
  }

  private void submit(ExecutorService readers, Semaphore room, Path file, long size)
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
            warm(file, size);
          } catch (IOException e) {
            failed(file, e);
          } finally {
            room.release();
          }
        });
  }

  private void warm(Path file, long size) throws IOException {
    if (size > 0 && MountedCache.cachedBytes(file) >= size) {
      there.addAndGet(size);
    } else {
      readAll(file);
    }
    files.incrementAndGet();
  }

  /** Past the kernel's page cache, where there is no need for the bytes. */
  private void readAll(Path file) throws IOException {
    ByteBuffer into =
        ByteBuffer.allocateDirect(READ_BYTES + ALIGNMENT)
            .alignedSlice(ALIGNMENT)
            .limit(READ_BYTES)
            .slice()
            .alignedSlice(ALIGNMENT);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
      int got = 0;
      while (got >= 0) {
        into.clear();
        got = channel.read(into);
        read.addAndGet(Math.max(0, got));
      }
    }
  }

  private String progress() {
    return "%d files, %s read, %s were there"
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

  private void failed(Path file, IOException failure) {
    hasFailed.set(true);
    shell.err().println("giga: " + MountedCache.text(file, failure));
  }
}
