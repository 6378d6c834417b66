package io.gigafs.hadoop.stream;

import io.gigafs.client.Awaiting;
import io.gigafs.client.OpenFile;
import io.gigafs.hadoop.failure.HadoopExceptions;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads many ranges of a file in parallel: all requests are sent before the first is answered.
 *
 * @param release receives unused buffers of failed reads
 * @param counted receives the number of bytes read; called by several threads
 */
record VectoredRead(
    Path path,
    OpenFile file,
    IntFunction<ByteBuffer> allocate,
    Consumer<ByteBuffer> release,
    IntConsumer counted) {
  /** Readers should merge two ranges with a gap of at most this size. */
  static final int MAX_GAP_BYTES = 4 << 10;

  /**
   * Gives each range a future of its bytes.
   *
   * @throws EOFException if a range is negative or the file ends before it does; nothing is read
   *     then
   */
  void read(List<? extends FileRange> ranges, long fileSize) throws IOException {
    for (FileRange range : ranges) {
      checkIsPositive(range);
      if (range.getOffset() > fileSize - range.getLength()) {
        throw new EOFException(
            path + " has " + fileSize + " bytes, and " + range + " is asked for");
      }
    }
    for (FileRange range : ranges) {
      range.setData(read(range));
    }
  }

  /** Hadoop's own check has a different signature in each line of releases. */
  private static void checkIsPositive(FileRange range) throws EOFException {
    if (range.getLength() < 0) {
      throw new IllegalArgumentException("length is negative in " + range);
    }
    if (range.getOffset() < 0) {
      throw new EOFException("position is negative in range " + range);
    }
  }

  private CompletableFuture<ByteBuffer> read(FileRange range) {
    CompletableFuture<ByteBuffer> data = new CompletableFuture<>();
    ByteBuffer into = allocate.apply(range.getLength()).limit(range.getLength());
    file.read(range.getOffset(), into.duplicate())
        .whenComplete((count, failure) -> finish(range, into, count, failure, data));
    return data;
  }

  private void finish(
      FileRange range,
      ByteBuffer into,
      @Nullable Integer count,
      @Nullable Throwable failure,
      CompletableFuture<ByteBuffer> data) {
    if (count != null && count == range.getLength()) {
      counted.accept(count);
      data.complete(into);
      return;
    }
    release.accept(into);
    data.completeExceptionally(
        failure == null
            ? new EOFException(path + " ends within " + range)
            : HadoopExceptions.ofLooking(path, Awaiting.causeOf(failure)));
  }
}
