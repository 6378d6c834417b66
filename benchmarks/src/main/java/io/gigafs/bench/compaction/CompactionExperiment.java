package io.gigafs.bench.compaction;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Grid;
import io.gigafs.bench.workload.Samples;
import io.gigafs.tablefs.EntryRange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares two layouts of the same entries in the store's engine. With names as keys, entries that
 * arrive in name order need almost no merging. With hashes as keys, a split of a directory moves a
 * range.
 */
public final class CompactionExperiment implements Experiment {
  private static final Parameter ENTRIES =
      Parameter.number("entries", 500_000, "entries created for each layout and arrival");
  private static final Parameter LOOKUPS =
      Parameter.number("lookups", 100_000, "entries looked up at random");
  private static final Parameter WRITE_BUFFER =
      Parameter.number(
          "write-buffer",
          2,
          "memory table, MiB: small, so that few entries are merged as often as many are");

  private static final Parameter QUIET =
      Parameter.number("quiet", 1_000, "time without writes until merging counts as done, ms");

  private static final int PARTITION = 8_000;
  private static final int WARM_UP = 20_000;
  private static final int MIB_SHIFT = 20;

  @Override
  public String name() {
    return "compaction";
  }

  @Override
  public String question() {
    return "Should rows be in the order of their names' hashes, or of the names?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(ENTRIES, LOOKUPS, WRITE_BUFFER, QUIET);
  }

  @Override
  public void run(Run run) throws Exception {
    Samples results = new Samples();
    Grid grid =
        new Grid(
            "layouts",
            List.of(
                "keys",
                "names come",
                "creates 1/s",
                "written for a byte",
                "B on disk each",
                "B in bottom tables",
                "listed 1/s",
                "looked up 1/s",
                "split of a partition, ms",
                "split in halves, ms"));
    try {
      measure(run, "warm-up", Layout.HASH, Arrival.RANDOM, WARM_UP);
      for (Arrival arrival : Arrival.values()) {
        for (Layout layout : Layout.values()) {
          Cells cells = measure(run, layout + "-" + arrival, layout, arrival, run.number(ENTRIES));
          grid.row(cells.row(layout, arrival));
          cells.addTo(results, layout.label());
        }
      }
    } finally {
      run.grid(grid);
      for (String what : results.all().keySet()) {
        run.figure(Figure.of(what, results.median(what), what.endsWith("split") ? "ms" : "1/s"));
      }
    }
  }

  private static Cells measure(Run run, String name, Layout layout, Arrival arrival, long entries)
      throws IOException, InterruptedException {
    Path directory = run.directory().resolve(name);
    try (Subject subject =
        new Subject(
            layout, arrival, run.seed(), directory, run.number(WRITE_BUFFER) << MIB_SHIFT)) {
      String what = "keys " + layout.label() + ", names " + arrival.label() + ": ";
      return run.during(
          () -> what + subject.made() + " of " + entries + " entries",
          () -> {
            double created = subject.create(entries);
            subject.settle(run.number(QUIET));
            return new Cells(
                created,
                subject.writeAmplification(),
                subject.bytesOnDisk(),
                subject.bytesInTable(),
                subject.list(),
                subject.lookUp(run.number(LOOKUPS)),
                subject.split(partition(entries)).millis(),
                subject.split(new EntryRange(Layout.DIRECTORY, Long.MIN_VALUE, -1)).millis());
          });
    }
  }

  /** The lowest positions, which contain about as many entries as a partition. */
  private static EntryRange partition(long entries) {
    long parts = Math.max(2, entries / PARTITION);
    return new EntryRange(Layout.DIRECTORY, 0, Long.divideUnsigned(-1, parts));
  }

  /** The results for a layout and an arrival order. */
  private record Cells(
      double created,
      double writeAmplification,
      double bytesOnDisk,
      double bytesInTable,
      double listed,
      double lookedUp,
      double partitionMillis,
      double halfMillis) {
    private String[] row(Layout layout, Arrival arrival) {
      return new String[] {
        layout.label(),
        arrival.label(),
        Figure.readable(created),
        Figure.readable(writeAmplification),
        Figure.readable(bytesOnDisk),
        Figure.readable(bytesInTable),
        Figure.readable(listed),
        Figure.readable(lookedUp),
        Figure.readable(partitionMillis),
        Figure.readable(halfMillis)
      };
    }

    private void addTo(Samples results, String keys) {
      results.add("creates, keys " + keys, created);
      results.add("entries listed, keys " + keys, listed);
      results.add("lookups, keys " + keys, lookedUp);
      results.add("keys " + keys + ", a partition's split", partitionMillis);
    }
  }
}
