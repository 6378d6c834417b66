package io.gigafs.bench.workload;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.report.Grid;
import io.gigafs.cli.bench.Median;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Values of the same things, measured several times. For one thread. */
public final class Samples {
  private final Map<String, List<Double>> values = new LinkedHashMap<>();

  public void add(String what, double value) {
    values.computeIfAbsent(what, key -> new ArrayList<>()).add(value);
  }

  /** The value in the middle; 0 if there is none. */
  public double median(String what) {
    return Median.of(values.getOrDefault(what, List.of()));
  }

  /** What was measured, in the order of the first of each. */
  public Map<String, List<Double>> all() {
    return values;
  }

  /**
   * All of it as a table.
   *
   * @param columns two: what was measured, and all its values
   */
  public Grid grid(String title, List<String> columns) {
    Grid grid = new Grid(title, columns);
    values.forEach(
        (what, each) ->
            grid.row(what, each.stream().map(Figure::readable).collect(Collectors.joining(" "))));
    return grid;
  }
}
