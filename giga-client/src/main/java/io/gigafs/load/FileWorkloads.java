package io.gigafs.load;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/** The workloads on the numbered small files of one place, each a file as a whole. */
public final class FileWorkloads {
  private final DataPlace place;
  private final SmallContents contents;

  public FileWorkloads(DataPlace place, SmallContents contents) {
    this.place = place;
    this.contents = contents;
  }

  /**
   * Creates, writes and closes each file, which must not exist.
   *
   * @param sync whether it must be on the disk before it counts
   */
  public Workload<?> write(boolean sync) {
    return new OnFiles<Object>() {
      @Override
      public CompletableFuture<Object> send(long from, long to) {
        if (to - from == 1) {
          return place.write(from, contents.of(from), sync).thenApply(written -> written);
        }
        List<byte[]> all = LongStream.range(from, to).mapToObj(contents::of).toList();
        return place.writeAll(from, all, sync).thenApply(written -> written);
      }
    };
  }

  /** Reads each file. Bytes that differ from those written are an error. */
  public Workload<?> read() {
    return new Reading(LongUnaryOperator.identity());
  }

  /** Reads files in this order: the first number reads the first of them. */
  public Workload<?> read(List<Long> order) {
    return new Reading(number -> order.get((int) number));
  }

  /** Removes each file. */
  public Workload<?> remove() {
    return new OnFiles<Long>() {
      @Override
      public CompletableFuture<Long> send(long from, long to) {
        CompletableFuture<?>[] all =
            LongStream.range(from, to)
                .mapToObj(number -> place.remove(NumberedNames.of(number).toString()))
                .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(all).thenApply(done -> from);
      }
    };
  }

  private abstract class OnFiles<T> implements Workload<T> {
    @Override
    public String describe(long number) {
      return place.describe(number);
    }
  }

  private final class Reading extends OnFiles<List<byte[]>> {
    private final LongUnaryOperator order;

    Reading(LongUnaryOperator order) {
      this.order = order;
    }

    @Override
    public CompletableFuture<List<byte[]>> send(long from, long to) {
      return to - from == 1
          ? place.read(order.applyAsLong(from)).thenApply(List::of)
          : place.readAll(LongStream.range(from, to).map(order).boxed().toList());
    }

    @Override
    public String describe(long number) {
      return super.describe(order.applyAsLong(number));
    }

    @Override
    public int failures(long from, List<byte[]> read, Consumer<String> reasons) {
      int failed = 0;
      for (int i = 0; i < read.size(); i++) {
        if (!contents.isOf(order.applyAsLong(from + i), read.get(i))) {
          failed++;
          reasons.accept(describe(from + i) + ": holds other bytes than were written");
        }
      }
      return failed;
    }
  }
}
