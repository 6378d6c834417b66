package io.gigafs.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the simulation for many seeds at once: {@code bin/simulate}. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Runs whole clusters in a simulation, with clients that do random things and with everything"
            + " that may go wrong, and checks that nothing is lost. A run is made from its kind and"
            + " its seed alone.")
final class Simulate implements Callable<Integer> {
  private static final long TICK_MILLIS = 1_000;
  private static final double NANOS_PER_SECOND = 1e9;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "100",
      description = "Run so many seeds of each kind (${DEFAULT-VALUE}).")
  private long seeds;

  @Option(
      names = "--first",
      paramLabel = "S",
      defaultValue = "0",
      description = "Begin with this seed (${DEFAULT-VALUE}).")
  private long first;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      split = ",",
      description = "Only this kind of trouble, or several: ${COMPLETION-CANDIDATES}.")
  private List<Trouble> kinds = List.of(Trouble.values());

  @Option(
      names = "--replay",
      paramLabel = "KIND:SEED",
      converter = RunConverter.class,
      description = "Run one seed again, with the servers' log.")
  private @Nullable SeededRun replay;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Run so many at a time (as many as there are processors).")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  private final AtomicLong next = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final List<Failure> failures = new ArrayList<>();
  private long startedNanos;
  private boolean ended;

  private record Failure(SeededRun run, String message) {}

  /** Reads what a failing run printed. */
  static final class RunConverter implements CommandLine.ITypeConverter<SeededRun> {
    @Override
    public SeededRun convert(String text) {
      return SeededRun.parse(text);
    }
  }

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new Simulate()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Path directory = Files.createTempDirectory("giga-simulate");
    startedNanos = System.nanoTime();
    Thread interrupted = new Thread(() -> end(true));
    Runtime.getRuntime().addShutdownHook(interrupted);
    try {
      if (replay != null) {
        total = 1;
        run(replay, directory);
      } else {
        total = seeds * kinds.size();
        runAll(directory);
      }
    } finally {
      deleteAll(directory);
    }
    Runtime.getRuntime().removeShutdownHook(interrupted);
    end(false);
    return failures.isEmpty() ? 0 : 1;
  }

  private long total;

  private void runAll(Path directory) throws InterruptedException {
    ExecutorService workers = Executors.newFixedThreadPool(jobs);
    for (int i = 0; i < jobs; i++) {
      Path own = directory.resolve("job" + i);
      workers.execute(() -> work(own));
    }
    workers.shutdown();
    while (!workers.awaitTermination(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
      progress();
    }
  }

  /** Goes seed by seed, so that those below a number are done when it is interrupted. */
  private void work(Path directory) {
    for (long number = next.getAndIncrement(); number < total; number = next.getAndIncrement()) {
      long seed = first + number / kinds.size();
      run(new SeededRun(kinds.get((int) (number % kinds.size())), seed), directory);
    }
  }

  private void run(SeededRun run, Path directory) {
    try {
      Files.createDirectories(directory);
      run.run(directory);
      deleteAll(directory);
    } catch (Exception | Error e) {
      synchronized (this) {
        failures.add(new Failure(run, String.valueOf(e.getMessage())));
        if (!json) {
          System.out.printf("%n%s fails: %s%n%n", run, e.getMessage());
        }
      }
    }
    done.incrementAndGet();
  }

  private static void deleteAll(Path directory) throws java.io.IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path each : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(each);
        }
      }
    }
  }

  private double seconds() {
    return (System.nanoTime() - startedNanos) / NANOS_PER_SECOND;
  }

  private synchronized void progress() {
    System.err.printf(
        Locale.ROOT,
        "%s%d of %d runs, %.1f/s, %d failures%s",
        System.console() == null ? "" : "\r",
        done.get(),
        total,
        done.get() / seconds(),
        failures.size(),
        System.console() == null ? "\n" : "  ");
  }

  private synchronized void end(boolean interrupted) {
    if (ended) {
      return;
    }
    ended = true;
    if (json) {
      System.out.printf(
          Locale.ROOT,
          "{\"runs\": %d, \"first\": %d, \"seconds\": %.1f, \"failures\": [%s]}%n",
          done.get(),
          first,
          seconds(),
          failures.stream()
              .map(failure -> "\"" + failure.run() + "\"")
              .collect(Collectors.joining(", ")));
      return;
    }
    System.out.printf(
        Locale.ROOT,
        "%d runs in %.0f s (%.1f/s), %d failures%n",
        done.get(),
        seconds(),
        done.get() / seconds(),
        failures.size());
    for (Failure failure : failures) {
      System.out.println("  bin/simulate --replay " + failure.run());
    }
    if (interrupted) {
      System.out.printf(
          "interrupted; go on with --first %d%n",
          first + Math.max(0, done.get() - jobs) / kinds.size());
    }
  }
}
