package io.gigafs.cli.bench;

import java.util.List;

/** Computes medians. */
public final class Median {
  private Median() {}

  /** The median of some values; 0 if there are none. */
  public static double of(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.isEmpty()
        ? 0
        : sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
