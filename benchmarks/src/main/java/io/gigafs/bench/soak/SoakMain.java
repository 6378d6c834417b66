package io.gigafs.bench.soak;

import io.gigafs.cli.ErrorText;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The program {@code bin/soak}. Exit code 0 if nothing grows and nothing failed, otherwise 1. */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    description = {
      "Keeps a cluster and a mount of it busy, samples their memory, threads and file descriptors",
      "periodically, and reports whether these grow. Requires root and /dev/fuse.",
      "",
      "The first third is not counted. Something grows if the median of the last quarter of the rest",
      "is a tenth more than that of its first quarter, and more by 12 MiB of live heap, 24 MiB of",
      "Java's other memory, 48 MiB of resident memory, 6 threads or 12 file descriptors. Each",
      "sample is preceded by a full garbage collection. Ctrl-C ends it with the samples so far."
    })
public final class SoakMain implements Callable<Integer> {
  private static final long WRITE_SECONDS = 60;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "Duration of the soak, minutes. Default: ${DEFAULT-VALUE}.")
  private double minutes = 30;

  @Option(
      names = "--interval",
      paramLabel = "S",
      description = "Seconds between two samples. Default: ${DEFAULT-VALUE}.")
  private double interval = 15;

  @Option(
      names = "--heap",
      paramLabel = "MIB",
      description = "The heap of each process, allocated at start. Default: ${DEFAULT-VALUE}.")
  private int heap = 256;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of random numbers.")
  private long seed = 1;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description =
          "An empty directory for data, logs, result.json, samples.csv, plot.png and *-native.txt.")
  private Path out = Path.of("");

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = Files.createDirectories(out).toAbsolutePath();
    if (!List.of(directory.toFile().list()).isEmpty()) {
      return failed(directory + " is not empty");
    }
    Soak soak =
        new Soak(
            new Soak.Plan(
                directory,
                Duration.ofMillis(Math.round(minutes * 60_000)),
                Duration.ofMillis(Math.round(interval * 1000)),
                heap,
                seed));
    CountDownLatch done = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(soak, done), "soak-stop"));
    try {
      SoakResult result = soak.run();
      System.out.println(result.toJson());
      return "constant".equals(result.verdict()) ? 0 : 1;
    } catch (GigaException e) {
      return failed(ErrorText.of(e));
    } finally {
      System.out.flush();
      done.countDown();
    }
  }

  private static int failed(@Nullable String why) {
    System.err.println("soak: " + why);
    return 1;
  }

  /** The handler of Ctrl-C: waits until the results are written. */
  private static void end(Soak soak, CountDownLatch done) {
    soak.stop();
    try {
      done.await(WRITE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new SoakMain()).execute(arguments));
  }
}
