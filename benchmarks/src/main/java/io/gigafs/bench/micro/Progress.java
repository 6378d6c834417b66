package io.gigafs.bench.micro;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collection;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/**
 * Prints one line for each completed benchmark with an estimate of the remaining time, and writes
 * the complete output of JMH to a log.
 */
final class Progress implements OutputFormat {
  private static final String ESTIMATE = "# Run progress: ";

  private final PrintWriter screen;
  private final OutputFormat log;
  private String estimate = "";

  Progress(PrintWriter screen, OutputFormat log) {
    this.screen = screen;
    this.log = log;
  }

  @Override
  public void startBenchmark(BenchmarkParams parameters) {
    log.startBenchmark(parameters);
  }

  @Override
  public void endBenchmark(BenchmarkResult result) {
    log.endBenchmark(result);
    // Null if the benchmark failed; JMH has logged the reason.
    if (result != null) {
      MicroResult done = MicroResult.of(result);
      screen.printf("%s: %s ns, %s B%s%n", done.label(), done.time(), done.allocated(), estimate);
      screen.flush();
    }
  }

  @Override
  public void println(String line) {
    log.println(line);
    if (line.startsWith(ESTIMATE)) {
      estimate = " (" + line.substring(ESTIMATE.length()) + ")";
    }
  }

  @Override
  public void iteration(BenchmarkParams benchmark, IterationParams parameters, int iteration) {
    log.iteration(benchmark, parameters, iteration);
  }

  @Override
  public void iterationResult(
      BenchmarkParams benchmark, IterationParams parameters, int iteration, IterationResult data) {
    log.iterationResult(benchmark, parameters, iteration, data);
  }

  @Override
  public void startRun() {
    log.startRun();
  }

  @Override
  public void endRun(Collection<RunResult> results) {
    log.endRun(results);
  }

  @Override
  public void print(String text) {
    log.print(text);
  }

  @Override
  public void flush() {
    log.flush();
  }

  @Override
  public void close() {
    log.close();
  }

  @Override
  public void verbosePrintln(String line) {
    log.verbosePrintln(line);
  }

  @Override
  public void write(int b) {
    log.write(b);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    log.write(bytes);
  }
}
