package io.gigafs.server;

import io.gigafs.cli.JsonObject;
import io.gigafs.server.fsx.DataRun;
import io.gigafs.server.migration.WorkFolder;
import io.gigafs.server.model.ModelRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Runs the simulation for many seeds: {@code bin/simulate}. */
@Command(
    name = "bin/simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs whole clusters in a simulation, with clients that do random things and with",
      "everything that may go wrong, and checks that nothing is lost or done twice.",
      "A run is made from its kind and seed alone. Seeds take the kinds in turn.",
      "",
      "With --model nothing goes wrong, but clients do everything that there is to do, and",
      "each answer is compared with that of a model in memory. With --data clients read and",
      "write a few files, and each byte is compared; a failing run is cut down to few calls.",
      ""
    },
    footer = {"", "Exits with 1 if a run fails; each says the one command that shows it again."})
final class Simulate implements Callable<Integer> {
  private static final long TERMINAL_MILLIS = 200;
  private static final long LOG_MILLIS = 10_000;
  private static final double NANOS_PER_SECOND = 1e9;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "100",
      description = "Run so many seeds (${DEFAULT-VALUE}).")
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
      description = "Only this kind, or several: ${COMPLETION-CANDIDATES}.")
  private List<FaultKind> kinds = List.of(FaultKind.values());

  @Option(names = "--model", description = "Compare with the model instead.")
  private boolean model;

  @Option(
      names = "--races",
      description = "Have few names that clients race for, and check all of them together.")
  private boolean races;

  @Option(
      names = "--hot",
      description = "Have clients look at one file, and check that none sees what it was before.")
  private boolean hot;

  @Option(
      names = "--data",
      description = "Read and write files by all data paths, and compare with arrays of bytes.")
  private boolean data;

  @Option(
      names = "--replay",
      paramLabel = "KIND:SEED",
      converter = RunConverter.class,
      description = "Run one seed again, with the log of its servers.")
  private @Nullable SimulatedRun replay;

  @Option(
      names = "--log",
      paramLabel = "LEVEL",
      defaultValue = "INFO",
      description = "With --replay, log so much (${DEFAULT-VALUE}); DEBUG shows every message.")
  private String level = "INFO";

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Run so many at a time (as many as there are processors).")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Option(names = "--terminal", hidden = true)
  private boolean terminal;

  private final AtomicLong next = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final NavigableSet<Long> running = new ConcurrentSkipListSet<>();
  private final List<Failure> failures = new ArrayList<>();
  private long startedNanos;
  private boolean ended;

  private record Failure(SimulatedRun run, String message) {
    JsonObject toJson() {
      return new JsonObject().put("run", run).put("message", message);
    }
  }

  /** Parses the text that a failing run printed. */
  static final class RunConverter implements ITypeConverter<SimulatedRun> {
    @Override
    public SimulatedRun convert(String text) {
      try {
        String prefix = ModelRun.KIND + ":";
        return text.toUpperCase(Locale.ROOT).startsWith(prefix)
            ? new ModelRun(Long.parseLong(text.substring(prefix.length())))
            : RaceRun.isOne(text)
                ? RaceRun.parse(text)
                : HotFileRun.isOne(text)
                    ? HotFileRun.parse(text)
                    : DataRun.isOne(text) ? DataRun.parse(text) : SeededRun.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + text + "' is not KIND:SEED: " + e.getMessage());
      }
    }
  }

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new Simulate()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    System.setProperty("giga.log.level", replay == null ? "OFF" : level);
    Path directory = Files.createTempDirectory("giga-simulate");
    startedNanos = System.nanoTime();
    Thread whenInterrupted = new Thread(() -> end(true));
    Runtime.getRuntime().addShutdownHook(whenInterrupted);
    try {
      if (replay == null) {
        runAll(directory);
      } else {
        run(replay, directory);
      }
    } finally {
      WorkFolder.remove(directory);
    }
    Runtime.getRuntime().removeShutdownHook(whenInterrupted);
    end(false);
    return failures.isEmpty() ? 0 : 1;
  }

  private void runAll(Path directory) throws InterruptedException {
    ExecutorService workers = Executors.newFixedThreadPool(jobs);
    for (int i = 0; i < jobs; i++) {
      Path own = directory.resolve("job" + i);
      workers.execute(() -> work(own));
    }
    workers.shutdown();
    while (!workers.awaitTermination(
        terminal ? TERMINAL_MILLIS : LOG_MILLIS, TimeUnit.MILLISECONDS)) {
      progress();
    }
  }

  private void work(Path directory) {
    for (long number = take(); number < seeds; number = take()) {
      long seed = first + number;
      run(runOf(seed), directory);
      running.remove(number);
    }
  }

  private SimulatedRun runOf(long seed) {
    if (model) {
      return new ModelRun(seed);
    }
    if (data) {
      return DataRun.of(seed);
    }
    if (races || hot) {
      List<FaultKind> possible = kinds.stream().filter(RaceRun.FAULTS::contains).toList();
      FaultKind kind = possible.get(Math.floorMod(seed, possible.size()));
      return hot ? new HotFileRun(kind, seed) : new RaceRun(kind, seed);
    }
    return new SeededRun(kinds.get(Math.floorMod(seed, kinds.size())), seed);
  }

  private synchronized long take() {
    long number = next.getAndIncrement();
    if (number < seeds) {
      running.add(number);
    }
    return number;
  }

  private void run(SimulatedRun run, Path directory) {
    try {
      Files.createDirectories(directory);
      run.run(directory);
      WorkFolder.remove(directory);
    } catch (Exception | Error e) {
      failed(new Failure(run, String.valueOf(e.getMessage())));
    }
    done.incrementAndGet();
  }

  private synchronized void failed(Failure failure) {
    failures.add(failure);
    if (!json) {
      clearLine();
      System.out.printf("%s fails: %s%n%n", failure.run(), failure.message());
    }
  }

  private double seconds() {
    return (System.nanoTime() - startedNanos) / NANOS_PER_SECOND;
  }

  private synchronized void progress() {
    clearLine();
    System.err.printf(
        Locale.ROOT,
        "%d of %d seeds, %.1f/s, %d failures%s",
        done.get(),
        seeds,
        done.get() / seconds(),
        failures.size(),
        terminal ? "" : "\n");
    System.err.flush();
  }

  private void clearLine() {
    if (terminal) {
      System.err.print("\r\u001b[K");
      System.err.flush();
    }
  }

  /** The first seed that was not run to its end. */
  private long goOnWith() {
    Long lowest = running.isEmpty() ? null : running.first();
    return first + (lowest == null ? Math.min(next.get(), seeds) : lowest);
  }

  private synchronized void end(boolean interrupted) {
    if (ended) {
      return;
    }
    ended = true;
    clearLine();
    if (json) {
      System.out.println(
          new JsonObject()
              .put("runs", done.get())
              .put("first", first)
              .put("next", goOnWith())
              .put("seconds", seconds())
              .put("failures", failures.stream().map(Failure::toJson).toList()));
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
    if (interrupted && replay == null) {
      System.out.printf("interrupted; go on with --first %d%n", goOnWith());
    }
  }
}
