package io.gigafs.bench.virtualcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.gigafs.bench.experiment.Laboratory;
import io.gigafs.bench.experiment.Outcome;
import io.gigafs.bench.report.Grid;
import io.gigafs.bench.workload.Trial;
import io.gigafs.cli.Shell;
import io.gigafs.client.connect.GigaClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small virtual cache experiment with the installed stores, and stops one. */
class VirtualCacheExperimentIT {
  private static final int FAILURE = 10;

  private static final Map<String, String> SMALL =
      Map.ofEntries(
          Map.entry("threads", "2"),
          Map.entry("operations", "8"),
          Map.entry("sizes-kib", "1,64"),
          Map.entry("total-mib", "4"),
          Map.entry("sizes-mib", "1"),
          Map.entry("huge-total-mib", "80"),
          Map.entry("huge-sizes-mib", "20"),
          Map.entry("kept-mib", "4"),
          Map.entry("memory-mib", "256"),
          Map.entry("warm", "0"),
          Map.entry("limit", "300"));

  @TempDir Path directory;

  private static void require(String program) {
    for (String each : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(each, program))) {
        return;
      }
    }
    String missing = program + " is not installed; bin/test installs it";
    if (System.getenv("CI") == null) {
      abort(missing);
    }
    fail(missing);
  }

  private Grid grid(Trial trial, String title) {
    return trial.outcome().run().grids().stream()
        .filter(grid -> grid.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void measuresStores() throws IOException {
    require("redis-server");
    require("memcached");
    Map<String, String> settings = new HashMap<>(SMALL);
    settings.put(
        "stores",
        "file,native,service,redis,memcached,leveldb,redis-blocks,memcached-blocks,leveldb-blocks");
    Trial trial = Trial.of(new VirtualCacheExperiment(), directory, settings);
    assertThat(grid(trial, "cells").rows())
        .hasSize(9 * 4)
        .allSatisfy(row -> assertThat(row.get(FAILURE)).as("%s", row).isEmpty());
    assertThat(grid(trial, "persistence").rows())
        .hasSize(9)
        .extracting(row -> row.get(0) + " " + row.get(3))
        .contains("giga, service 4 of 4", "Redis 4 of 4", "Memcached 0 of 4", "LevelDB 4 of 4");
    assertThat(trial.outcome().run().figures()).hasSize(8);
    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive)).isEmpty();
  }

  /** Limits of stores are results, so the experiment completes. */
  @Test
  void storeLimitsAreReported() throws IOException {
    require("memcached");
    Map<String, String> settings = new HashMap<>(SMALL);
    settings.put("stores", "memcached,couchbase");
    settings.put("memory-mib", "64");
    settings.put("huge-total-mib", "120");
    settings.put("huge-sizes-mib", "40");
    Trial trial = Trial.of(new VirtualCacheExperiment(), directory, settings);
    List<List<String>> rows = grid(trial, "cells").rows();
    assertThat(rows.stream().filter(row -> row.get(1).equals("Couchbase")))
        .allSatisfy(row -> assertThat(row.get(FAILURE)).contains("-P couchbase="));
    assertThat(rows.stream().filter(row -> row.get(0).equals("3")))
        .allSatisfy(row -> assertThat(row.get(FAILURE)).isNotEmpty())
        .anySatisfy(row -> assertThat(row.get(FAILURE)).contains("Memcached takes 1 MiB"));
    assertThat(rows.get(0).get(FAILURE)).isEmpty();
  }

  @Test
  void stopEndsTheRunAndCleansUp() throws Exception {
    Laboratory laboratory = new Laboratory(Shell.ofThisProcess(GigaClients::connect), directory, 1);
    Path begun = directory.resolve("virtual-cache/work/service.log");
    CompletableFuture<Void> stopped =
        CompletableFuture.runAsync(
            () -> {
              while (!Files.exists(begun)) {
                LockSupport.parkNanos(10_000_000);
              }
              laboratory.stop();
            });
    Map<String, String> settings = new HashMap<>(SMALL);
    settings.put("stores", "service");
    settings.put("operations", "100000000");
    Outcome outcome = laboratory.run(new VirtualCacheExperiment(), settings);
    stopped.join();
    Thread.interrupted();
    assertThat(outcome.end()).isEqualTo(Outcome.INTERRUPTED);
    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive)).isEmpty();
  }
}
