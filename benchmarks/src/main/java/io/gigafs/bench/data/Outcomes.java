package io.gigafs.bench.data;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Grid;
import io.gigafs.bench.report.Line;
import io.gigafs.bench.report.Plot;
import io.gigafs.bench.workload.ProcessUsage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The results of all routes. Not thread-safe. */
final class Outcomes {
  private static final double MEBIBYTE = 1 << 20;

  private final Grid grid =
      new Grid(
          "bytes, and what they took",
          List.of(
              "route",
              "applications",
              "MiB/s",
              "server, CPU s",
              "clients, CPU s",
              "applications, CPU s",
              "server, peak MiB",
              "clients, peak MiB"));
  private final Map<Route, List<Double>> applications = new EnumMap<>(Route.class);
  private final Map<Route, List<Double>> averages = new EnumMap<>(Route.class);

  /** The rate of each file in the last run of each route. */
  private final Map<Route, Line> files = new EnumMap<>(Route.class);

  /**
   * The resource usage of one run.
   *
   * @param clients sum over the mounts
   * @param programs processor time of the applications, in seconds
   */
  record Used(ProcessUsage server, ProcessUsage clients, double programs) {}

  /**
   * Adds a run.
   *
   * @param rates bytes per second of each application's files, the same number for each
   */
  void add(Run run, Route route, List<double[]> rates, Used used) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int file = 0; file < rates.get(0).length; file++) {
      int number = file;
      x.add((double) file + 1);
      y.add(rates.stream().mapToDouble(each -> each[number]).sum() / MEBIBYTE);
    }
    double average = y.stream().mapToDouble(each -> each).average().orElse(0);
    files.put(route, new Line(route.title(), x, y));
    applications.computeIfAbsent(route, each -> new ArrayList<>()).add((double) rates.size());
    averages.computeIfAbsent(route, each -> new ArrayList<>()).add(average);
    run.figure(
        Figure.of("bytes, " + route.title() + ", applications: " + rates.size(), average, "MiB/s"));
    grid.row(
        route.title(),
        Integer.toString(rates.size()),
        Figure.readable(average),
        Figure.readable(used.server.cpuSeconds()),
        Figure.readable(used.clients.cpuSeconds()),
        Figure.readable(used.programs),
        Figure.readable(used.server.peakMebibytes()),
        Figure.readable(used.clients.peakMebibytes()));
  }

  /** Reports all results. */
  void report(Run run) {
    run.grid(grid);
    run.plot(new Plot("Bytes of all applications", "file", "MiB/s", List.copyOf(files.values())));
    List<Line> lines = new ArrayList<>();
    applications.forEach(
        (route, counts) ->
            lines.add(new Line(route.title(), counts, averages.getOrDefault(route, List.of()))));
    run.plot(new Plot("Average over files", "applications", "MiB/s", lines));
  }
}
