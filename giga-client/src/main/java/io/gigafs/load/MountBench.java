package io.gigafs.load;

import io.gigafs.load.CallLoad.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * Measures programs on a mounted cluster and on other directories: calls on names by several
 * processes, and the bytes of one large file. For one thread.
 *
 * <p>The first rounds are not counted, so that both sides have compiled their code.
 */
public final class MountBench {
  /** The time after which kernels drop cached names by default. */
  private static final long FORGOTTEN_MILLIS = 1_100;

  private final Map<BenchSide, Path> directories;
  private final Shape shape;
  private final FailureLog failures = new FailureLog();
  private final MountResult result;
  private final LongConsumer progress;

  /**
   * The parameters of a measurement.
   *
   * @param files number of files of all processes together; 0 for none
   * @param shared whether all processes use one directory, or each its own
   * @param rounds how often everything is done and counted
   * @param warmupRounds how often before, uncounted
   * @param streamBytes size of the large file; 0 for none
   * @param dataPath the mount's data path to the large file
   */
  public record Shape(
      int processes,
      long files,
      boolean shared,
      int rounds,
      int warmupRounds,
      long streamBytes,
      String dataPath) {
    /** The number of the first round: counted rounds begin with 1. */
    int firstRound() {
      return 1 - warmupRounds;
    }

    /** Whether the large file is a link to the volume, once it exists. */
    boolean hasLinks() {
      return "symlink".equals(dataPath);
    }

    long firstOf(int process) {
      return new LoadGenerator.Shape(processes, files, 1, 1, 0).firstOf(process);
    }
  }

  /**
   * Creates a benchmark.
   *
   * @param directories of the sides, which exist and are not used otherwise
   */
  public MountBench(Map<BenchSide, Path> directories, Shape shape, LongConsumer progress) {
    this.directories = new EnumMap<>(directories);
    this.shape = shape;
    this.progress = progress;
    this.result = new MountResult(shape, failures);
  }

  public MountResult run() throws IOException, InterruptedException {
    if (shape.files() > 0) {
      calls();
    }
    if (shape.streamBytes() > 0) {
      streams();
    }
    return result;
  }

  /** The sides in alternating order, since the first one may leave work behind. */
  private List<BenchSide> sides(int round) {
    List<BenchSide> sides = new ArrayList<>(directories.keySet());
    if (round % 2 != 0) {
      Collections.reverse(sides);
    }
    return sides;
  }

  private void calls() throws IOException, InterruptedException {
    List<LoadProcess> processes = new ArrayList<>();
    try {
      for (int i = 0; i < shape.processes(); i++) {
        processes.add(LoadProcess.start());
      }
      for (LoadProcess process : processes) {
        process.awaitReady();
      }
      for (int round = shape.firstRound(); round <= shape.rounds(); round++) {
        for (Call call : Call.values()) {
          for (BenchSide side : sides(round)) {
            if (side != BenchSide.VOLUME) {
              double seconds = calls(call, side, processes);
              result.calls(round, call, side, shape.files() / seconds);
            }
          }
        }
      }
    } finally {
      processes.forEach(LoadProcess::close);
    }
  }

  /** Makes all processes run their calls; returns the seconds until the last of them finished. */
  private double calls(Call call, BenchSide side, List<LoadProcess> processes)
      throws IOException, InterruptedException {
    List<CallLoad.Job> jobs = new ArrayList<>();
    for (int i = 0; i < processes.size(); i++) {
      Path directory = directory(side);
      if (!shape.shared()) {
        directory = Files.createDirectories(directory.resolve("p" + i));
      }
      jobs.add(
          new CallLoad.Job(call, shape.firstOf(i), shape.firstOf(i + 1), directory.toString()));
    }
    Thread.sleep(FORGOTTEN_MILLIS);
    long begun = System.nanoTime();
    for (int i = 0; i < jobs.size(); i++) {
      processes.get(i).begin(jobs.get(i));
    }
    for (LoadProcess process : processes) {
      process.end(failures);
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    progress.accept(shape.files());
    return seconds;
  }

  private void streams() throws IOException, InterruptedException {
    LargeFile file = new LargeFile(shape.streamBytes(), failures, bytes -> {});
    for (int round = shape.firstRound(); round <= shape.rounds(); round++) {
      List<BenchSide> sides = streamSides(round);
      awaitLinks();
      for (BenchSide side : sides) {
        result.written(round, side, write(file, place(side)));
      }
      for (BenchSide side : sides) {
        if (isOnVolume(side)) {
          // The kernel moves a written page to its active list when it is first read.
          file.read(place(side));
        }
      }
      awaitLinks();
      for (BenchSide side : sides) {
        result.read(round, side, file.read(place(side)));
        progress.accept(1);
      }
    }
    for (BenchSide side : directories.keySet()) {
      file.remove(place(side));
    }
  }

  /**
   * The sides of the large file. Through a link programs use the volume, without any mount. An
   * in-memory mount would only take memory from the other two.
   */
  private List<BenchSide> streamSides(int round) {
    List<BenchSide> sides = sides(round);
    if (shape.hasLinks() && sides.contains(BenchSide.VOLUME)) {
      sides.remove(BenchSide.MEMORY);
    }
    return sides;
  }

  /** Whether the large file of a side is read from the volume's file system. */
  private boolean isOnVolume(BenchSide side) {
    return side == BenchSide.VOLUME || (side == BenchSide.GIGA && shape.hasLinks());
  }

  /** Waits, for links, until the kernel has dropped its cached names and looks them up again. */
  private void awaitLinks() throws InterruptedException {
    if (shape.hasLinks()) {
      Thread.sleep(FORGOTTEN_MILLIS);
    }
  }

  private double write(LargeFile file, PlainPlace place) throws IOException {
    if (shape.hasLinks()) {
      return file.overwrite(place, false);
    }
    file.remove(place);
    if (directories.containsKey(BenchSide.VOLUME)) {
      file.warmMemory(place(BenchSide.VOLUME));
    }
    return file.overwrite(place, false);
  }

  private PlainPlace place(BenchSide side) {
    return new PlainPlace(directory(side));
  }

  private Path directory(BenchSide side) {
    return Objects.requireNonNull(directories.get(side));
  }
}
