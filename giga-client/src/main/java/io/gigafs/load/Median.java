package io.gigafs.load;

import java.util.ArrayList;
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

  /** The median of the ratios of values that were measured one directly after the other. */
  static double ofRatios(List<Double> values, List<Double> to) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < Math.min(values.size(), to.size()); round++) {
      ratios.add(values.get(round) / to.get(round));
    }
    return of(ratios);
  }
}
