package io.gigafs.bench.experiment;

import io.gigafs.bench.report.Machine;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs experiments, each with a directory of its name below one for all. For one thread. */
public final class Laboratory {
  private static final Logger LOG = LoggerFactory.getLogger(Laboratory.class);

  private final Shell shell;
  private final Path directory;
  private final long seed;

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
   * Runs an experiment and writes what came of it, also when it fails or is interrupted; the
   * interrupt is kept.
   */
  public Outcome run(Experiment experiment, Map<String, String> settings) throws IOException {
    Parameters parameters = Parameters.of(experiment, settings);
    Path own = Files.createDirectories(directory.resolve(experiment.name())).toAbsolutePath();
    Files.deleteIfExists(own.resolve(Outcome.RESULT));
    Path work = own.resolve("work");
    deleteTree(work);
    Run run = new Run(shell, Files.createDirectory(work), seed, parameters);
    Map<String, String> facts = Machine.facts(work);
    Instant began = Instant.now();
    String end = end(experiment, run);
    // What is left of an interrupt would end the writing of files as well.
    boolean interrupted = Thread.interrupted();
    try {
      Outcome outcome = new Outcome(experiment, run, facts, began, end);
      outcome.write(own);
      Outcome.report(directory);
      deleteTree(work);
      return outcome;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static String end(Experiment experiment, Run run) {
    try {
      experiment.run(run);
      return Outcome.DONE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    } catch (Exception e) {
      LOG.debug("{} failed", experiment.name(), e);
      return "failed: " + ErrorText.of(e);
    }
  }

  private static void deleteTree(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
