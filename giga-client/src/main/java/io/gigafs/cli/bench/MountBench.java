package io.gigafs.cli.bench;

import io.gigafs.cli.bench.CallLoad.Call;
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
 * Measures what programs get of directories, a mounted cluster's and others, side by side: calls on
 * names by several processes, and the bytes of one large file. For one thread.
 *
 * <p>The first rounds are not counted: both sides have code to compile by then.
 */
final class MountBench {
  /** By then kernels have forgotten, by default, what they knew of names. */
  private static final long FORGOTTEN_MILLIS = 1_100;

  private final Map<Side, Path> directories;
  private final Shape shape;
  private final FailureLog failures = new FailureLog();
  private final MountResult result;
  private final LongConsumer progress;

  /** What is measured. */
  enum Side {
    /** The cluster's mount. */
    GIGA,
    /** A mount in memory, by the same binding. */
    MEMORY,
    /** A directory of the machine, for large files. */
    VOLUME
  }

  /**
   * What to do.
   *
   * @param files how many files all processes make together; 0 for none
   * @param shared whether all processes do so in one directory, or each in its own
   * @param rounds how often all is done and counted
   * @param warmupRounds how often before, uncounted
   * @param streamBytes of the large file; 0 for none
   * @param dataPath how the mount comes to its bytes
   */
  record Shape(
      int processes,
      long files,
      boolean shared,
      int rounds,
      int warmupRounds,
      long streamBytes,
      String dataPath) {
    /** The number of the first round: those that count begin with 1. */
    int firstRound() {
      return 1 - warmupRounds;
    }

    /** Whether the large file is a link to the volume, once it is there. */
    boolean hasLinks() {
      return "symlink".equals(dataPath);
    }

    long firstOf(int process) {
      return new Load.Shape(processes, files, 1, 1, 0).firstOf(process);
    }
  }

  /**
   * A benchmark.
   *
   * @param directories of the sides, which are there; nothing else is done in them
   */
  MountBench(Map<Side, Path> directories, Shape shape, LongConsumer progress) {
    this.directories = new EnumMap<>(directories);
    this.shape = shape;
    this.progress = progress;
    this.result = new MountResult(shape, failures);
  }

  MountResult run() throws IOException, InterruptedException {
    if (shape.files() > 0) {
      calls();
    }
    if (shape.streamBytes() > 0) {
      streams();
    }
    return result;
  }

  /** The sides, in an order that turns round each time: who comes first may leave work behind. */
  private List<Side> sides(int round) {
    List<Side> sides = new ArrayList<>(directories.keySet());
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
          for (Side side : sides(round)) {
            if (side != Side.VOLUME) {
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

  /** Has all processes make their calls; how many seconds the last of them took. */
  private double calls(Call call, Side side, List<LoadProcess> processes)
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
      List<Side> sides = streamSides(round);
      awaitLinks();
      for (Side side : sides) {
        result.written(round, side, write(file, place(side)));
      }
      for (Side side : sides) {
        if (isOnVolume(side)) {
          // The kernel moves a page that was written to its active ones when it is first read.
          file.read(place(side));
        }
      }
      awaitLinks();
      for (Side side : sides) {
        result.read(round, side, file.read(place(side)));
        progress.accept(1);
      }
    }
    for (Side side : directories.keySet()) {
      file.remove(place(side));
    }
  }

  /**
   * The sides that the large file is of. Through a link programs use the volume, without any mount:
   * one in memory would only take the machine's memory between the two.
   */
  private List<Side> streamSides(int round) {
    List<Side> sides = sides(round);
    if (shape.hasLinks() && sides.contains(Side.VOLUME)) {
      sides.remove(Side.MEMORY);
    }
    return sides;
  }

  /** Whether it is the volume's file system that a side's large file is read of. */
  private boolean isOnVolume(Side side) {
    return side == Side.VOLUME || (side == Side.GIGA && shape.hasLinks());
  }

  /** Waits, if need be, until the kernel knows nothing of names: it asks for links anew then. */
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
    if (directories.containsKey(Side.VOLUME)) {
      file.warmMemory(place(Side.VOLUME));
    }
    return file.overwrite(place, false);
  }

  private PlainPlace place(Side side) {
    return new PlainPlace(directory(side));
  }

  private Path directory(Side side) {
    return Objects.requireNonNull(directories.get(side));
  }
}
