package io.gigafs.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongConsumer;

/** Compares the data throughput of files in a cluster with that in a directory. */
public final class DataBench {
  private static final long MAX_ERRORS = 100;
  private static final List<BenchSide> SIDES = List.of(BenchSide.GIGA, BenchSide.VOLUME);

  private final DataPlace giga;
  private final DataPlace volume;
  private final Shape shape;
  private final SmallContents contents;
  private final FailureLog failures = new FailureLog();
  private final LongConsumer progress;
  private final LargeFile large;

  /** The operation on files. */
  public enum Phase {
    WRITE,
    READ,
    REMOVE
  }

  /**
   * The parameters of a measurement.
   *
   * @param dataPath the client's data path to large files
   * @param streamBytes size of the large file; 0 for none
   * @param rounds how often the large file is written and read on each side
   * @param warmupRounds how often before, uncounted
   * @param files number of small files; 0 for none
   * @param threads number of threads that write and read small files with the client
   * @param window number of files each of them has in progress; in the directory the same total is
   *     in progress, each with a blocked thread
   * @param bulk number of files in each call of the client
   * @param listed whether small files are read in the order of the listing, not of creation
   * @param sync whether written bytes must be on the disk
   * @param cold whether the page cache is dropped before reading
   */
  public record Shape(
      String dataPath,
      List<Phase> phases,
      long streamBytes,
      int rounds,
      int warmupRounds,
      long files,
      int fileBytes,
      int threads,
      int window,
      int bulk,
      boolean listed,
      boolean sync,
      boolean cold) {
    /** The same for other small files alone, neither synced nor cold. */
    public Shape warmup(long warmupFiles) {
      List<Phase> all = List.of(Phase.values());
      return new Shape(
          dataPath,
          all,
          0,
          1,
          0,
          warmupFiles,
          fileBytes,
          threads,
          window,
          bulk,
          false,
          false,
          false);
    }

    private LoadGenerator.Shape load(BenchSide side) {
      return side == BenchSide.GIGA
          ? new LoadGenerator.Shape(threads, files, window, bulk, MAX_ERRORS)
          : new LoadGenerator.Shape(threads * window, files, 1, 1, MAX_ERRORS);
    }
  }

  public DataBench(DataPlace giga, DataPlace volume, Shape shape, LongConsumer progress) {
    this.giga = giga;
    this.volume = volume;
    this.shape = shape;
    this.progress = progress;
    this.contents = new SmallContents(shape.fileBytes());
    this.large = new LargeFile(shape.streamBytes(), failures, progress);
  }

  public DataBenchResult run() throws IOException, InterruptedException {
    DataBenchResult result = new DataBenchResult(shape, failures);
    if (shape.streamBytes > 0) {
      DataBenchResult uncounted = new DataBenchResult(shape, failures);
      for (int round = -shape.warmupRounds; round < shape.rounds; round++) {
        streams(round, round < 0 ? uncounted : result);
      }
    }
    if (shape.files > 0) {
      for (Phase phase : shape.phases) {
        for (BenchSide side : SIDES) {
          result.files(phase, side, files(phase, side));
        }
      }
    }
    return result;
  }

  /** The sides alternate in going first, since the preceding side may leave work behind. */
  private void streams(int round, DataBenchResult result) throws IOException {
    List<BenchSide> sides = new ArrayList<>(SIDES);
    if (round % 2 != 0) {
      Collections.reverse(sides);
    }
    for (Phase phase : shape.phases) {
      for (BenchSide side : sides) {
        switch (phase) {
          case WRITE -> {
            large.remove(place(side));
            large.warmMemory(volume);
            result.stream(phase, side, large.overwrite(place(side), shape.sync));
          }
          case READ -> {
            makeCold();
            result.stream(phase, side, large.read(place(side)));
          }
          case REMOVE -> {
            if (round == shape.rounds - 1) {
              large.remove(place(side));
            }
          }
        }
      }
    }
  }

  private DataPlace place(BenchSide side) {
    return side == BenchSide.GIGA ? giga : volume;
  }

  private void makeCold() throws IOException {
    if (shape.cold) {
      PageCache.drop();
    }
  }

  private LoadResult files(Phase phase, BenchSide side) throws IOException, InterruptedException {
    DataPlace place = place(side);
    FileWorkloads files = new FileWorkloads(place, contents);
    Workload<?> workload =
        switch (phase) {
          case WRITE -> files.write(shape.sync);
          case READ -> shape.listed ? files.read(order(place)) : files.read();
          case REMOVE -> files.remove();
        };
    if (phase == Phase.READ) {
      makeCold();
    }
    LoadResult result = new LoadGenerator(shape.load(side)).run(thread -> workload);
    progress.accept(shape.files * shape.fileBytes);
    failures.add(result.errors());
    result.failures().forEach(failures::describe);
    return result;
  }

  /** The order in which a place lists the files. */
  private List<Long> order(DataPlace place) throws IOException {
    List<Long> listed = place.listed().stream().filter(number -> number < shape.files).toList();
    if (listed.size() != shape.files) {
      throw new IOException(
          place.describe(0)
              + " and what is beside it are "
              + listed.size()
              + " files of "
              + shape.files
              + ": write them first");
    }
    return listed;
  }
}
