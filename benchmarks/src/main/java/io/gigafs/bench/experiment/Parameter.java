package io.gigafs.bench.experiment;

/**
 * A setting of an experiment.
 *
 * @param name in lower case with hyphens
 * @param fallback its value where none is given
 * @param meaning what it is, with its unit
 */
public record Parameter(String name, String fallback, String meaning) {
  /** A setting that is a number. */
  public static Parameter number(String name, long fallback, String meaning) {
    return new Parameter(name, Long.toString(fallback), meaning);
  }
}
