package io.gigafs.bench.workload;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.report.Grid;
import io.gigafs.load.Median;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Repeated measurements by name. Not thread-safe. */
public final class Samples {
  private final Map<String, List<Double>> values = new LinkedHashMap<>();

  public void add(String what, double value) {
    values.computeIfAbsent(what, key -> new ArrayList<>()).add(value);
  }

  /** The median of the values; 0 if there are none. */
  public double median(String what) {
    return Median.of(values.getOrDefault(what, List.of()));
  }

  /** All values, in the order in which the names were first added. */
  public Map<String, List<Double>> all() {
    return values;
  }

  /**
   * All values as a table.
   *
   * @param columns two: the name, and all its values
   */
  public Grid grid(String title, List<String> columns) {
    Grid grid = new Grid(title, columns);
    values.forEach(
        (what, each) ->
            grid.row(what, each.stream().map(Figure::readable).collect(Collectors.joining(" "))));
    return grid;
  }
}
