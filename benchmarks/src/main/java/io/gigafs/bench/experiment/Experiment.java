package io.gigafs.bench.experiment;

import java.util.List;

/** A benchmark that answers one question. Stateless: a {@link Run} contains all state. */
public interface Experiment {
  /** The name in commands, in lower case with hyphens. */
  String name();

  /** The question, in one sentence. */
  String question();

  /** The settings, with defaults for a run of a minute or two on two processors. */
  List<Parameter> parameters();

  /**
   * Measures, and reports each result to the run as soon as it is known, so that an interrupted run
   * keeps its partial results.
   *
   * @throws InterruptedException if the run is stopped early
   */
  void run(Run run) throws Exception;

  /**
   * A setting of an experiment.
   *
   * @param name in lower case with hyphens
   * @param fallback its default value
   * @param meaning description, with the unit
   */
  record Parameter(String name, String fallback, String meaning) {
    /** A numeric setting. */
    public static Parameter number(String name, long fallback, String meaning) {
      return new Parameter(name, Long.toString(fallback), meaning);
    }
  }
}
