package io.gigafs.bench.micro;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs benchmarks, one after the other, and measures their allocations.
 *
 * @param names short names of the suite
 * @param forks number of processes that measure each benchmark, one after the other; 0 for this
 *     process
 * @param iterations measurements per process
 * @param warmups unmeasured iterations before these
 * @param iterationMillis duration of each of these; 0 for one operation
 */
record MicroRun(List<String> names, int forks, int iterations, int warmups, int iterationMillis) {
  /** The same for all, so that results are comparable; sufficient for a store's memtables. */
  private static final String[] JVM = {"-Xms1g", "-Xmx1g", "-Dgiga.log.level=WARN"};

  /** Runs each benchmark once, in this process: a smoke test, not a measurement. */
  static MicroRun once(List<String> names) {
    return new MicroRun(names, 0, 1, 0, 0);
  }

  /**
   * Runs all benchmarks.
   *
   * @param log for the complete output of JMH
   * @throws RunnerException if one fails
   */
  Collection<RunResult> run(PrintWriter screen, Path log) throws IOException, RunnerException {
    try (PrintStream stream =
        new PrintStream(Files.newOutputStream(log), false, StandardCharsets.UTF_8)) {
      return new Runner(
              options(),
              new Progress(
                  screen, OutputFormatFactory.createFormatInstance(stream, VerboseMode.NORMAL)))
          .run();
    }
  }

  private Options options() {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .mode(iterationMillis == 0 ? Mode.SingleShotTime : Mode.AverageTime)
            .timeUnit(TimeUnit.NANOSECONDS)
            .addProfiler(GCProfiler.class)
            .forks(forks)
            .measurementIterations(iterations)
            .warmupIterations(warmups)
            .jvmArgs(JVM)
            .shouldFailOnError(true)
            .shouldDoGC(forks > 0);
    if (iterationMillis > 0) {
      TimeValue time = TimeValue.milliseconds(iterationMillis);
      options.measurementTime(time).warmupTime(time);
    }
    names.forEach(name -> options.include(Suite.patternOf(name)));
    return options.build();
  }
}
