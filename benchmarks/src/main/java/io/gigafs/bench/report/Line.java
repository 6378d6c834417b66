package io.gigafs.bench.report;

import java.util.List;

/**
 * A line of a plot, with the same number of x and y values.
 *
 * @param name for the legend
 */
public record Line(String name, List<Double> x, List<Double> y) {
  public Line {
    if (x.size() != y.size()) {
      throw new IllegalArgumentException(
          name + " has " + x.size() + " x and " + y.size() + " y values");
    }
    x = List.copyOf(x);
    y = List.copyOf(y);
  }
}
