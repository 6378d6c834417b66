package io.gigafs.bench.virtualcache;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Figure.Goal;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Grid;
import io.gigafs.bench.report.Line;
import io.gigafs.bench.report.Plot;
import io.gigafs.bench.report.Plot.Scale;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Collects and reports the measurements of all stores. Not thread-safe. */
final class StoreComparison {
  private static final double MEBIBYTE = 1 << 20;
  private static final double KIBIBYTE = 1 << 10;

  /** Minimum value size for which a file in the page cache is a limit of the in-process cache. */
  private static final long LIMIT_FROM_BYTES = 64 << 10;

  private final Map<StoreKind, Map<TestCell, CellResult>> measured = new EnumMap<>(StoreKind.class);
  private final Map<StoreKind, Survival> survivals = new EnumMap<>(StoreKind.class);
  private final long memorySettingBytes;

  StoreComparison(long memorySettingBytes) {
    this.memorySettingBytes = memorySettingBytes;
  }

  /**
   * The result of stopping and restarting a store.
   *
   * @param saveSeconds until it had saved and its process had ended
   * @param servesSeconds from the start of its process until a value could be read again
   * @param left number of intact values
   * @param values number of values before the stop
   * @param failure why the result is unknown; empty if it is known
   */
  record Survival(
      double saveSeconds, double servesSeconds, long left, long values, String failure) {}

  void add(StoreKind kind, TestCell cell, CellResult result) {
    measured.computeIfAbsent(kind, each -> new LinkedHashMap<>()).put(cell, result);
  }

  void add(StoreKind kind, Survival survival) {
    survivals.put(kind, survival);
  }

  private @Nullable CellResult whole(StoreKind kind, TestCell cell) {
    CellResult result = measured.getOrDefault(kind, Map.of()).get(cell);
    return result != null && result.isWhole() ? result : null;
  }

  void report(Run run) {
    figures(run);
    plots(run);
    run.grid(cells());
    run.grid(persistence());
  }

  private void figures(Run run) {
    ratio(
        run,
        "giga service / best of Redis and Memcached, least of all cells of stages 1 and 2",
        Goal.atLeast(1, 1.2),
        StoreKind.SERVICE,
        List.of(StoreKind.REDIS, StoreKind.MEMCACHED),
        1);
    ratio(
        run,
        "giga in process / plain file, least of all cells of stages 1 and 2 from 64 KiB up",
        Goal.atLeast(0.8, 1),
        StoreKind.NATIVE,
        List.of(StoreKind.FILE),
        LIMIT_FROM_BYTES);
    memory(run, StoreKind.NATIVE);
    memory(run, StoreKind.SERVICE);
    for (StoreKind kind : List.of(StoreKind.NATIVE, StoreKind.SERVICE)) {
      Survival survival = survivals.get(kind);
      if (survival != null && survival.failure().isEmpty()) {
        run.figure(
            new Figure(
                kind.title() + ", serves again after its process began",
                survival.servesSeconds(),
                "s",
                Goal.atMost(2, 1)));
        run.figure(
            new Figure(
                kind.title() + ", left of what it saved",
                100.0 * survival.left() / survival.values(),
                "%",
                Goal.atLeast(100, 100)));
      }
    }
  }

  /** Reports the lowest ratio of rates, and its cell, over the cells that a rival completed. */
  private void ratio(
      Run run,
      String name,
      Goal goal,
      StoreKind store,
      List<StoreKind> rivals,
      long minValueBytes) {
    double least = Double.MAX_VALUE;
    String where = "";
    int below = 0;
    int cells = 0;
    for (TestCell cell : measured.getOrDefault(store, Map.of()).keySet()) {
      double best =
          rivals.stream()
              .map(rival -> whole(rival, cell))
              .filter(rival -> rival != null)
              .mapToDouble(CellResult::operationsPerSecond)
              .max()
              .orElse(0);
      if (cell.stage() > 2 || cell.valueBytes() < minValueBytes || best == 0) {
        continue;
      }
      CellResult own = whole(store, cell);
      double ratio = own == null ? 0 : own.operationsPerSecond() / best;
      cells++;
      below += ratio < goal.must() ? 1 : 0;
      if (ratio < least) {
        least = ratio;
        where = cell.title();
      }
    }
    if (cells > 0) {
      run.figure(new Figure(name, least, "x", goal));
      run.remark(
          name
              + ": "
              + Figure.readable(least)
              + " at "
              + where
              + "; below "
              + Figure.readable(goal.must())
              + " in "
              + below
              + " of "
              + cells
              + " cells.");
    }
  }

  /**
   * Reports the memory of the process of the store, including all of its files, which may all be
   * cached.
   */
  private void memory(Run run, StoreKind kind) {
    measured.getOrDefault(kind, Map.of()).entrySet().stream()
        .filter(each -> each.getKey().stage() == 3 && each.getValue().isWhole())
        .map(Map.Entry::getValue)
        .mapToLong(
            result ->
                result.fileBytes()
                    + (kind.isInProcess() ? result.clientBytes() : result.serverBytes()))
        .max()
        .ifPresent(
            bytes ->
                run.figure(
                    new Figure(
                        kind.title() + ", memory and files in stage 3 over the setting",
                        Math.max(0, bytes - memorySettingBytes) / MEBIBYTE,
                        "MiB",
                        Goal.atMost(256, 128))));
  }

  private void plots(Run run) {
    for (int threads : threadCounts(1)) {
      String name = ", threads: " + threads;
      run.plot(
          plot(
              "Figure 1: requests per second" + name,
              "KiB",
              1,
              threads,
              KIBIBYTE,
              "1/s",
              CellResult::operationsPerSecond,
              List.of(StoreKind.values())));
      run.plot(
          plot(
              "Figure 2: time of stage 1" + name,
              "KiB",
              1,
              threads,
              KIBIBYTE,
              "s",
              CellResult::seconds,
              List.of(StoreKind.values())));
    }
    List<StoreKind> slow = List.of(StoreKind.LEVELDB, StoreKind.OPENSEARCH);
    List<StoreKind> fast = new ArrayList<>(List.of(StoreKind.values()));
    fast.removeAll(slow);
    for (int threads : threadCounts(2)) {
      String name = ", threads: " + threads;
      run.plot(
          plot(
              "Figure 3: time of stage 2" + name,
              "MiB",
              2,
              threads,
              MEBIBYTE,
              "s",
              CellResult::seconds,
              fast));
      run.plot(
          plot(
              "Figure 4: time of stage 2, LevelDB and OpenSearch" + name,
              "MiB",
              2,
              threads,
              MEBIBYTE,
              "s",
              CellResult::seconds,
              slow));
    }
  }

  private Iterable<Integer> threadCounts(int stage) {
    TreeSet<Integer> counts = new TreeSet<>();
    measured.values().stream()
        .flatMap(cells -> cells.keySet().stream())
        .filter(cell -> cell.stage() == stage)
        .forEach(cell -> counts.add(cell.threads()));
    return counts;
  }

  private Plot plot(
      String title,
      String xUnit,
      int stage,
      int threads,
      double unitBytes,
      String yUnit,
      ToDoubleFunction<CellResult> value,
      List<StoreKind> kinds) {
    List<Line> lines = new ArrayList<>();
    for (StoreKind kind : kinds) {
      List<Double> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      measured
          .getOrDefault(kind, Map.of())
          .forEach(
              (cell, result) -> {
                if (cell.stage() == stage && cell.threads() == threads && result.isWhole()) {
                  x.add(cell.valueBytes() / unitBytes);
                  y.add(value.applyAsDouble(result));
                }
              });
      lines.add(new Line(kind.title(), x, y));
    }
    return new Plot(title, "value, " + xUnit, yUnit, Scale.LOGARITHMIC, lines);
  }

  private Grid cells() {
    Grid grid =
        new Grid(
            "cells",
            List.of(
                "stage",
                "store",
                "threads",
                "value",
                "1/s",
                "MB/s",
                "s",
                "reads that hit",
                "client, MiB",
                "server, MiB",
                "failure"));
    measured.forEach(
        (kind, cells) -> cells.forEach((cell, result) -> grid.row(row(kind, cell, result))));
    return grid;
  }

  private static String[] row(StoreKind kind, TestCell cell, CellResult result) {
    boolean whole = result.isWhole();
    return new String[] {
      Integer.toString(cell.stage()),
      kind.title(),
      Integer.toString(cell.threads()),
      cell.size() + "iB",
      whole ? Figure.readable(result.operationsPerSecond()) : "",
      whole ? Figure.readable(result.megabytesPerSecond()) : "",
      whole ? Figure.readable(result.seconds()) : "",
      whole
          ? Figure.readable(100.0 * result.hits() / (cell.readsOfThread() * cell.threads())) + " %"
          : "",
      mebibytes(result.clientBytes()),
      mebibytes(result.serverBytes()),
      result.failure()
    };
  }

  private static String mebibytes(long bytes) {
    return bytes == 0 ? "" : Figure.readable(Math.rint(bytes / MEBIBYTE));
  }

  private Grid persistence() {
    Grid grid =
        new Grid(
            "persistence",
            List.of("store", "save and stop, s", "serves again after, s", "left", "failure"));
    survivals.forEach(
        (kind, survival) -> {
          boolean known = survival.failure().isEmpty();
          grid.row(
              kind.title(),
              known ? Figure.readable(survival.saveSeconds()) : "",
              known ? Figure.readable(survival.servesSeconds()) : "",
              known ? survival.left() + " of " + survival.values() : "",
              survival.failure());
        });
    return grid;
  }
}
