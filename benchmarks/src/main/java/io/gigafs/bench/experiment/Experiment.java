package io.gigafs.bench.experiment;

import java.util.List;

/** One question, and how it is answered by measuring. Without state: a run brings all of it. */
public interface Experiment {
  /** What people call it, in lower case with hyphens. */
  String name();

  /** The question, in a sentence. */
  String question();

  /** What can be set, with defaults that end within a minute or two on two processors. */
  List<Parameter> parameters();

  /**
   * Measures, and tells the run what comes of it as soon as it is known, so that one that is
   * interrupted leaves what there is.
   *
   * @throws InterruptedException when it is to end early
   */
  void run(Run run) throws Exception;
}
