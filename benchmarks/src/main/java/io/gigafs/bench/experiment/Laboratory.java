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

/**
 * Runs experiments, each with a directory of its name below one for all. For one thread, but for
 * {@link #stop}.
 */
public final class Laboratory {
  private static final Logger LOG = LoggerFactory.getLogger(Laboratory.class);

  /**
   * How long a run that fails waits to be told that it was to end: Ctrl-C ends the processes that
   * an experiment has started as well, and may do so first.
   */
  private static final long TOLD_MILLIS = 500;

  private final Shell shell;
  private final Path directory;
  private final long seed;
  private final CountDownLatch stopped = new CountDownLatch(1);

  /** Who runs an experiment now; guarded by this. */
  private @Nullable Thread runner;

  public Laboratory(Shell shell, Path directory, long seed) {
    this.shell = shell;
    this.directory = directory;
    this.seed = seed;
  }

  /** Whether an earlier run of an experiment was whole. */
  public boolean isDone(Experiment experiment) throws IOException {
    Path result = directory.resolve(experiment.name()).resolve(Outcome.RESULT);
    return Files.exists(result)
        && Files.readString(result).contains("\"end\":\"" + Outcome.DONE + "\"");
  }

  /**
   * Has the run that is under way end soon, and its outcome say interrupted; from any thread, and
   * best again and again until it has: what a run closes on its way may use an interrupt up.
   */
  public synchronized void stop() {
    stopped.countDown();
    if (runner != null) {
      runner.interrupt();
    }
  }

  /** Whether it was told to stop. */
  public boolean isStopped() {
    return stopped.getCount() == 0;
  }

  /**
   * Runs an experiment and writes what came of it, also when it fails or is interrupted; the
   * interrupt is kept.
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
    // What is left of an interrupt would end the writing of files as well.
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

  /** Whether this run was interrupted, or is to be within a moment. */
  private boolean isToEnd() {
    try {
      return stopped.await(TOLD_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
