package io.gigafs.bench.experiment;

import io.gigafs.bench.report.Machine;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs experiments, each in a directory of its name. Not thread-safe, except for {@link #stop}. */
public final class Laboratory {
  private static final Logger LOG = LoggerFactory.getLogger(Laboratory.class);

  /**
   * Time that a failed run waits for a stop request. Ctrl-C also ends the processes that an
   * experiment started, and may do so before the request arrives.
   */
  private static final long TOLD_MILLIS = 500;

  private final Shell shell;
  private final Path directory;
  private final long seed;
  private final CountDownLatch stopped = new CountDownLatch(1);

  /** The thread that runs an experiment now; guarded by this. */
  private @Nullable Thread runner;

  public Laboratory(Shell shell, Path directory, long seed) {
    this.shell = shell;
    this.directory = directory;
    this.seed = seed;
  }

  /** Whether an earlier run of an experiment was completed. */
  public boolean isDone(Experiment experiment) throws IOException {
    Path result = directory.resolve(experiment.name()).resolve(Outcome.RESULT);
    return Files.exists(result)
        && Files.readString(result).contains("\"end\":\"" + Outcome.DONE + "\"");
  }

  /**
   * Interrupts the current run, whose outcome becomes interrupted. Thread-safe. Call it repeatedly
   * until the run ends, because closing resources may consume an interrupt.
   */
  public synchronized void stop() {
    stopped.countDown();
    if (runner != null) {
      runner.interrupt();
    }
  }

  /** Whether a stop was requested. */
  public boolean isStopped() {
    return stopped.getCount() == 0;
  }

  /**
   * Runs an experiment and writes its outcome, also after a failure or an interrupt. Preserves the
   * interrupt status.
   */
  public Outcome run(Experiment experiment, Map<String, String> settings) throws IOException {
    Parameters parameters = Parameters.of(experiment, settings);
    Path own = Files.createDirectories(directory.resolve(experiment.name())).toAbsolutePath();
    Files.deleteIfExists(own.resolve(Outcome.RESULT));
    Workplace work = new Workplace(own.resolve("work"));
    work.remove();
    Run run = new Run(shell, work.make(), seed, parameters);
    Map<String, String> facts = Machine.facts(run.directory());
    Instant began = Instant.now();
    String end = end(experiment, run);
    // A pending interrupt would abort the writing of files.
    boolean interrupted = Thread.interrupted();
    try {
      Outcome outcome = new Outcome(experiment, run, facts, began, end);
      outcome.write(own);
      Outcome.report(directory);
      work.remove();
      return outcome;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private String end(Experiment experiment, Run run) {
    try {
      watched(experiment, run);
      return Outcome.DONE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Outcome.INTERRUPTED;
    } catch (Exception e) {
      LOG.debug("{} failed", experiment.name(), e);
      return isToEnd() ? Outcome.INTERRUPTED : "failed: " + ErrorText.of(e);
    }
  }

  private void watched(Experiment experiment, Run run) throws Exception {
    setRunner(Thread.currentThread());
    try {
      experiment.run(run);
    } finally {
      setRunner(null);
    }
  }

  private synchronized void setRunner(@Nullable Thread thread) {
    runner = thread;
    if (thread != null && isStopped()) {
      thread.interrupt();
    }
  }

  /** Whether this run was interrupted, or is within a moment. */
  private boolean isToEnd() {
    try {
      return stopped.await(TOLD_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
