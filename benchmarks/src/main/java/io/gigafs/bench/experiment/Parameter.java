package io.gigafs.bench.experiment;

/**
 * A setting of an experiment.
 *
 * @param name in lower case with hyphens
 * @param fallback its default value
 * @param meaning description, with the unit
 */
public record Parameter(String name, String fallback, String meaning) {
  /** A numeric setting. */
  public static Parameter number(String name, long fallback, String meaning) {
    return new Parameter(name, Long.toString(fallback), meaning);
  }
}
