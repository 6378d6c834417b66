package io.gigafs.cli.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/** Compares the data throughput of files in a cluster with that in a directory. */
final class DataBench {
  private static final long MAX_ERRORS = 100;

  private final DataPlace giga;
  private final DataPlace volume;
  private final Shape shape;
  private final SmallContents contents;
  private final FailureLog failures = new FailureLog();
  private final LongConsumer progress;
  private final LargeFile large;

  /** The two sides of the comparison. */
  enum Side {
    GIGA,
    VOLUME
  }

  /** The operation on files. */
  enum Phase {
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
  record Shape(
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
    Shape warmup(long warmupFiles) {
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

    private LoadGenerator.Shape load(Side side) {
      return side == Side.GIGA
          ? new LoadGenerator.Shape(threads, files, window, bulk, MAX_ERRORS)
          : new LoadGenerator.Shape(threads * window, files, 1, 1, MAX_ERRORS);
    }
  }

  DataBench(DataPlace giga, DataPlace volume, Shape shape, LongConsumer progress) {
    this.giga = giga;
    this.volume = volume;
    this.shape = shape;
    this.progress = progress;
    this.contents = new SmallContents(shape.fileBytes());
    this.large = new LargeFile(shape.streamBytes(), failures, progress);
  }

  DataBenchResult run() throws IOException, InterruptedException {
    DataBenchResult result = new DataBenchResult(shape, failures);
    if (shape.streamBytes > 0) {
      DataBenchResult uncounted = new DataBenchResult(shape, failures);
      for (int round = -shape.warmupRounds; round < shape.rounds; round++) {
        streams(round, round < 0 ? uncounted : result);
      }
    }
    if (shape.files > 0) {
      for (Phase phase : shape.phases) {
        for (Side side : Side.values()) {
          result.files(phase, side, files(phase, side));
        }
      }
    }
    return result;
  }

  /** The sides alternate in going first, since the preceding side may leave work behind. */
  private void streams(int round, DataBenchResult result) throws IOException {
    List<Side> sides = new ArrayList<>(List.of(Side.values()));
    if (round % 2 != 0) {
      Collections.reverse(sides);
    }
    for (Phase phase : shape.phases) {
      for (Side side : sides) {
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

  private DataPlace place(Side side) {
    return side == Side.GIGA ? giga : volume;
  }

  private void makeCold() throws IOException {
    if (shape.cold) {
      PageCache.drop();
    }
  }

  private LoadResult files(Phase phase, Side side) throws IOException, InterruptedException {
    DataPlace place = place(side);
    List<Long> order = phase == Phase.READ ? order(place) : List.of();
    if (phase == Phase.READ) {
      makeCold();
    }
    LoadGenerator load = new LoadGenerator(shape.load(side));
    LoadResult result =
        load.run(
            thread ->
                switch (phase) {
                  case WRITE -> new Writing(place);
                  case READ -> new Reading(place, order);
                  case REMOVE -> new Removing(place);
                });
    progress.accept(shape.files * shape.fileBytes);
    failures.add(result.errors());
    result.firstErrors().forEach(failures::describe);
    return result;
  }

  private List<Long> order(DataPlace place) throws IOException {
    if (!shape.listed) {
      return LongStream.range(0, shape.files).boxed().toList();
    }
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

  private final class Writing implements Workload<Object> {
    private final DataPlace place;

    Writing(DataPlace place) {
      this.place = place;
    }

    @Override
    public CompletableFuture<Object> send(long from, long to) {
      if (to - from == 1) {
        return place.write(from, contents.of(from), shape.sync).thenApply(written -> written);
      }
      List<byte[]> all = LongStream.range(from, to).mapToObj(contents::of).toList();
      return place.writeAll(from, all, shape.sync).thenApply(written -> written);
    }

    @Override
    public String describe(long number) {
      return place.describe(number);
    }
  }

  private static final class Removing implements Workload<Object> {
    private final DataPlace place;

    Removing(DataPlace place) {
      this.place = place;
    }

    @Override
    public CompletableFuture<Object> send(long from, long to) {
      CompletableFuture<?>[] all =
          LongStream.range(from, to)
              .mapToObj(number -> place.remove(NumberedNames.of(number).toString()))
              .toArray(CompletableFuture[]::new);
      return CompletableFuture.allOf(all).thenApply(done -> from);
    }

    @Override
    public String describe(long number) {
      return place.describe(number);
    }
  }

  private final class Reading implements Workload<List<byte[]>> {
    private final DataPlace place;
    private final List<Long> order;

    Reading(DataPlace place, List<Long> order) {
      this.place = place;
      this.order = order;
    }

    @Override
    public CompletableFuture<List<byte[]>> send(long from, long to) {
      return to - from == 1
          ? place.read(order.get((int) from)).thenApply(List::of)
          : place.readAll(order.subList((int) from, (int) to));
    }

    @Override
    public String describe(long place) {
      return this.place.describe(order.get((int) place));
    }

    @Override
    public int failures(long from, List<byte[]> read, Consumer<String> reasons) {
      int failed = 0;
      for (int i = 0; i < read.size(); i++) {
        if (!contents.isOf(order.get((int) from + i), read.get(i))) {
          failed++;
          reasons.accept(describe(from + i) + ": holds other bytes than were written");
        }
      }
      return failed;
    }
  }
}
