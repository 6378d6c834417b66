package io.gigafs.bench.virtualcache;

import com.sun.management.OperatingSystemMXBean;
import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Run;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The document's test in three stages: many small values, large values of 2 GB in total, and very
 * large ones of 16 GB in total, inserted and read by concurrent threads, for one store after the
 * other.
 */
public final class VirtualCacheExperiment implements Experiment {
  private static final long KIBIBYTE = 1 << 10;
  private static final long MEBIBYTE = 1 << 20;

  /** An array of a client, its copies on the way to the socket, and garbage of the previous one. */
  private static final long ARRAYS_OF_VALUE = 4;

  private static final long MIN_HEAP_BYTES = 512 * MEBIBYTE;

  /** Maximum share of this machine's memory for the heap of a client. */
  private static final double MAX_HEAP = 0.6;

  private static final Parameter STORES =
      new Parameter(
          "stores",
          "file,native,service,redis,memcached,leveldb,opensearch,couchbase",
          "which are measured; redis-blocks, memcached-blocks, leveldb-blocks and opensearch-blocks"
              + " are these with values in blocks, by Giga's adapters");
  private static final Parameter FULL =
      Parameter.number("full", 0, "1 for the document's numbers in place of the next eight");
  private static final Parameter THREADS =
      new Parameter("threads", "1,4", "threads that insert, and as many that read, stages 1 and 2");
  private static final Parameter OPERATIONS =
      Parameter.number("operations", 512, "insertions of stage 1, and reads");
  private static final Parameter SMALL =
      new Parameter("sizes-kib", "1,16,64,256,1024", "of values of stage 1");
  private static final Parameter TOTAL =
      Parameter.number("total-mib", 128, "inserted in stage 2, and read");
  private static final Parameter LARGE =
      new Parameter("sizes-mib", "1,8,32", "of values of stage 2");
  private static final Parameter HUGE_TOTAL =
      Parameter.number("huge-total-mib", 512, "inserted in stage 3, and read");
  private static final Parameter HUGE =
      new Parameter("huge-sizes-mib", "128,256", "of values of stage 3");
  private static final Parameter KEPT =
      Parameter.number("kept-mib", 64, "that a store has when it is restarted, in values of 1 MiB");
  private static final Parameter EMPTY =
      Parameter.number(
          "empty",
          0,
          "1 to begin each cell with an empty store, where reads may come before insertions; 0 for"
              + " values under all keys, as after a run before");
  private static final Parameter MEMORY =
      Parameter.number("memory-mib", 2048, "that a store may use for values, where it can be set");
  private static final Parameter ROUNDS =
      Parameter.number("rounds", 1, "of each cell, of which the median counts");
  private static final Parameter LIMIT =
      Parameter.number("limit", 60, "seconds that a cell may take");
  private static final Parameter WARM =
      Parameter.number("warm", 2, "seconds that a client warms up");
  private static final Parameter COUCHBASE =
      new Parameter(
          "couchbase", "", "where Couchbase runs: couchbase://USER:PASSWORD@HOST[:PORT]/BUCKET");

  /**
   * For the document's numbers, in MiB: the data of the restart test, and the memory for all of it.
   */
  private static final long FULL_KEPT = 8 << 10;

  private static final long FULL_MEMORY = 12 << 10;

  /** Threads of the document's third stage. */
  private static final int HUGE_THREADS = 2;

  @Override
  public String name() {
    return "virtual-cache";
  }

  @Override
  public String question() {
    return "How fast is the cache compared with key-value stores, and which values do they take?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        STORES,
        FULL,
        THREADS,
        OPERATIONS,
        SMALL,
        TOTAL,
        LARGE,
        HUGE_TOTAL,
        HUGE,
        KEPT,
        EMPTY,
        MEMORY,
        ROUNDS,
        LIMIT,
        WARM,
        COUCHBASE);
  }

  @Override
  public void run(Run run) throws Exception {
    List<StoreKind> stores =
        Arrays.stream(run.text(STORES).split(",", -1))
            .map(name -> StoreKind.named(name.strip()))
            .toList();
    List<TestCell> cells = run.number(FULL) > 0 ? documentCells(isFilled(run)) : cells(run);
    long kept = run.number(FULL) > 0 ? Math.max(FULL_KEPT, run.number(KEPT)) : run.number(KEPT);
    StoreTrial.Settings settings = settings(run, cells);
    StoreComparison comparison = new StoreComparison(settings.memoryBytes());
    remark(run, settings);
    try {
      for (StoreKind kind : stores) {
        run.begin(kind.title());
        measure(run, kind, settings, cells, Math.toIntExact(kept), comparison);
      }
    } finally {
      comparison.report(run);
    }
  }

  private static void measure(
      Run run,
      StoreKind kind,
      StoreTrial.Settings settings,
      List<TestCell> cells,
      int kept,
      StoreComparison comparison)
      throws InterruptedException {
    try (StoreTrial trial = new StoreTrial(kind, settings)) {
      for (TestCell cell : cells) {
        comparison.add(kind, cell, trial.measure(run, cell));
      }
      if (kept > 0) {
        comparison.add(kind, trial.restart(run, kept, MEBIBYTE));
      }
    }
  }

  private static List<TestCell> cells(Run run) {
    List<TestCell> cells = new ArrayList<>();
    for (long threads : run.numbers(THREADS)) {
      for (long size : run.numbers(SMALL)) {
        cells.add(small(Math.toIntExact(threads), run.number(OPERATIONS), size, isFilled(run)));
      }
    }
    for (long threads : run.numbers(THREADS)) {
      for (long size : run.numbers(LARGE)) {
        cells.add(
            TestCell.ofTotal(
                2,
                Math.toIntExact(threads),
                run.number(TOTAL) * MEBIBYTE,
                size * MEBIBYTE,
                isFilled(run)));
      }
    }
    for (long size : run.numbers(HUGE)) {
      cells.add(
          TestCell.ofTotal(
              3, HUGE_THREADS, run.number(HUGE_TOTAL) * MEBIBYTE, size * MEBIBYTE, isFilled(run)));
    }
    return cells;
  }

  private static boolean isFilled(Run run) {
    return run.number(EMPTY) == 0;
  }

  private static TestCell small(int threads, long operations, long kibibytes, boolean isFilled) {
    return new TestCell(1, threads, operations, operations, kibibytes * KIBIBYTE, isFilled);
  }

  /** The stages of the document, section 3.1. */
  static List<TestCell> documentCells(boolean isFilled) {
    List<TestCell> cells = new ArrayList<>();
    for (int threads = 1; threads <= 4; threads++) {
      for (long size = 1; size <= 1024; size *= 2) {
        cells.add(small(threads, 4096, size, isFilled));
      }
    }
    for (int threads = 1; threads <= 4; threads++) {
      for (long size = 1; size <= 512; size *= 2) {
        cells.add(TestCell.ofTotal(2, threads, 2048 * MEBIBYTE, size * MEBIBYTE, isFilled));
      }
    }
    for (long size : new long[] {1024, 2048, 4096}) {
      cells.add(TestCell.ofTotal(3, HUGE_THREADS, 16_384 * MEBIBYTE, size * MEBIBYTE, isFilled));
    }
    return cells;
  }

  private static StoreTrial.Settings settings(Run run, List<TestCell> cells) {
    long arrays =
        cells.stream()
            .mapToLong(
                cell ->
                    ARRAYS_OF_VALUE
                        * cell.threads()
                        * Math.min(cell.valueBytes(), TestValue.MAX_ARRAY_BYTES))
            .max()
            .orElse(0);
    long most = (long) (MAX_HEAP * machineBytes());
    String couchbase = run.text(COUCHBASE);
    return new StoreTrial.Settings(
        run.directory(),
        (run.number(FULL) > 0 ? Math.max(FULL_MEMORY, run.number(MEMORY)) : run.number(MEMORY))
            * MEBIBYTE,
        Math.min(most, MIN_HEAP_BYTES + arrays),
        run.number(LIMIT),
        run.number(WARM),
        Math.max(1, run.count(ROUNDS)),
        couchbase.isEmpty() ? null : URI.create(couchbase));
  }

  private static long machineBytes() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  private static void remark(Run run, StoreTrial.Settings settings) {
    run.remark(
        "Each store has its own Java client, in a process of its own with up to "
            + (settings.heapBytes() >> 20)
            + " MiB of heap, and whole values; servers are on this machine, one at a time. Threads"
            + " that insert and as many that read run at once; keys are the counters of their"
            + " loops, so threads overwrite each other's values. "
            + (isFilled(run)
                ? "All keys have values before the time begins, as the document's had from run to"
                    + " run."
                : "A read may come before its insertion, and then finds nothing."));
    run.remark(
        "Stages 1 and 2 compare the stamp of each page of 4 KiB of each value that is read, stage 3"
            + " each byte, both within the time. Memory is the most that was resident in a cell;"
            + " pages of files that the kernel caches are not in it.");
    run.remark(
        "Redis does not save by itself here, and has no limit of memory; Memcached has "
            + (settings.memoryBytes() >> 20)
            + " MiB and takes items of up to half of it, at most 1 GiB (by default 1 MiB); LevelDB"
            + " does not compress, and locks by itself; OpenSearch, with 1 GiB of heap, stands for"
            + " Elasticsearch. Couchbase has no server in a registry of packages: it is measured"
            + " only where -P couchbase= says where one runs.");
  }
}
