package io.gigafs.bench.singlenode;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Figure.Goal;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Grid;
import io.gigafs.bench.report.Line;
import io.gigafs.bench.report.Plot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Creates empty files in one directory of the embedded store, and of file systems in images on the
 * same disk, each in its own process.
 */
public final class SingleNode implements Experiment {
  private static final Parameter FILES =
      Parameter.number("files", 3_000_000, "files made in the store");
  private static final Parameter PLAIN_FILES =
      Parameter.number("plain-files", 300_000, "files made in each file system");
  private static final Parameter SYSTEMS =
      new Parameter("systems", "ext4,xfs,btrfs", "file systems, or none; they require root");
  private static final Parameter THREADS =
      Parameter.number("threads", 1, "threads that make files in the store");
  private static final Parameter PLAIN_THREADS =
      Parameter.number("plain-threads", 1, "threads that make files in a file system");
  private static final Parameter BATCH =
      Parameter.number("batch", 500, "files that the store commits at once");
  private static final Parameter HEAP = Parameter.number("heap", 256, "largest Java heap, MiB");

  private static final Parameter WRITE_BUFFER =
      Parameter.number("write-buffer", 64, "memory table of the store's entries, MiB");

  private static final int MIB_SHIFT = 20;
  private static final double MIB = 1 << MIB_SHIFT;
  private static final String STORE = "store";

  @Override
  public String name() {
    return "single-node";
  }

  @Override
  public String question() {
    return "How fast does one directory grow in the store, and in file systems of this machine?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(FILES, PLAIN_FILES, SYSTEMS, THREADS, PLAIN_THREADS, BATCH, HEAP, WRITE_BUFFER);
  }

  @Override
  public void run(Run run) throws Exception {
    List<FileSystem> systems = systems(run.text(SYSTEMS));
    List<SingleNodeResult> plain = new ArrayList<>();
    SingleNodeResult store = measure(run, STORE, run.directory(), true);
    figures(run, store);
    try {
      for (FileSystem system : systems) {
        measure(run, system, plain);
      }
    } finally {
      compare(run, store, plain);
    }
  }

  private static List<FileSystem> systems(String text) {
    List<String> wanted = text.equals("none") ? List.of() : Arrays.asList(text.split(","));
    List<FileSystem> known =
        Arrays.stream(FileSystem.values()).filter(each -> wanted.contains(each.label())).toList();
    if (known.size() < wanted.size()) {
      throw new IllegalArgumentException("systems are of ext4, xfs and btrfs, not " + text);
    }
    return known;
  }

  private static SingleNodeResult measure(Run run, String name, Path target, boolean store)
      throws IOException, InterruptedException {
    Path own = Files.createDirectory(run.directory().resolve(name + "-load"));
    CreateLoad.Job job =
        new CreateLoad.Job(
            store,
            own,
            target,
            run.count(store ? FILES : PLAIN_FILES),
            run.count(store ? THREADS : PLAIN_THREADS),
            run.count(BATCH),
            run.number(WRITE_BUFFER) << MIB_SHIFT);
    return SingleNodeResult.of(run, name, job, List.of("-Xmx" + run.count(HEAP) + "m"));
  }

  private static void measure(Run run, FileSystem system, List<SingleNodeResult> measured)
      throws IOException, InterruptedException {
    LoopDisk mounted;
    try {
      mounted = LoopDisk.mount(system, run.directory(), run.count(PLAIN_FILES));
    } catch (IOException e) {
      run.remark(system.label() + " is not measured: " + e.getMessage());
      return;
    }
    try (LoopDisk disk = mounted) {
      long before = disk.usedBytes();
      Path directory = Files.createDirectory(disk.directory().resolve("files"));
      SingleNodeResult each = measure(run, system.label(), directory, false);
      double bytes = (double) (disk.usedBytes() - before) / each.timeline().files();
      each.facts().put("disk", bytes);
      measured.add(each);
    }
  }

  private static void figures(Run run, SingleNodeResult store) {
    run.figure(Figure.of("creates in the store", store.timeline().rate(), "1/s"));
    run.figure(
        new Figure(
            "the last " + store.part() + " beside the first",
            store.lastRate() / store.firstRate(),
            "ratio",
            Goal.atLeast(0.6, 0.8)));
    run.figure(
        new Figure(
            "on disk for a file, after compaction", store.fact("row"), "B", Goal.atMost(60, 30)));
    run.figure(Figure.of("on disk for a file, as left", store.fact("disk"), "B"));
    run.figure(
        new Figure("Java heap of the store", mib(store, "heap"), "MiB", Goal.atMost(512, 256)));
    run.figure(Figure.of("resident memory of the store", mib(store, "resident"), "MiB"));
  }

  private static double mib(SingleNodeResult measured, String fact) {
    return measured.fact(fact) / MIB;
  }

  private static void compare(Run run, SingleNodeResult store, List<SingleNodeResult> plain) {
    plain.stream()
        .mapToDouble(each -> each.timeline().rate())
        .max()
        .ifPresent(
            best -> {
              run.figure(Figure.of("creates in the best file system", best, "1/s"));
              run.figure(
                  new Figure(
                      "creates in the store beside the best file system",
                      store.timeline().rate() / best,
                      "ratio",
                      Goal.atLeast(10, 20)));
            });
    Grid grid =
        new Grid(
            "systems",
            List.of(
                "system",
                "files",
                "1/s",
                "first 1/s",
                "last 1/s",
                "B on disk each",
                "resident MiB",
                "heap MiB",
                "live heap MiB",
                "MiB written"));
    List<Line> lines = new ArrayList<>();
    List<SingleNodeResult> all = new ArrayList<>(List.of(store));
    all.addAll(plain);
    for (SingleNodeResult each : all) {
      grid.row(
          each.name(),
          Long.toString(each.timeline().files()),
          Figure.readable(each.timeline().rate()),
          Figure.readable(each.firstRate()),
          Figure.readable(each.lastRate()),
          Figure.readable(each.fact("disk")),
          Figure.readable(mib(each, "resident")),
          Figure.readable(mib(each, "heap")),
          Figure.readable(mib(each, "live")),
          Figure.readable(mib(each, "written")));
      lines.add(each.timeline().line(each.name()));
    }
    run.grid(grid);
    run.plot(new Plot("Creates while a directory grows", "seconds", "creates/s", lines));
  }
}
