package io.gigafs.cli.fs.copy;

import io.gigafs.cli.Durations;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.cli.TransferRate;
import io.gigafs.cli.fs.operand.Sizes;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/**
 * The progress of a copy, shown on one line, with a bar once the total is known. Safe for use by
 * several threads.
 */
final class CopyProgress implements AutoCloseable {
  private static final Duration LOG_PERIOD = Duration.ofSeconds(10);
  private static final int BAR_WIDTH = 20;

  private final TransferRate rate = new TransferRate();
  private final LongAdder files = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder filesThere = new LongAdder();
  private final LongAdder passedOver = new LongAdder();
  private final LongAdder expected = new LongAdder();
  private volatile boolean foundAll;
  private final ProgressLine line;

  /**
   * @param logs whether progress is also logged at intervals
   */
  CopyProgress(Shell shell, String verb, boolean logs) {
    this.line =
        logs
            ? ProgressLine.forAll(shell, LOG_PERIOD, () -> verb + " " + text())
            : ProgressLine.forPeople(shell, () -> verb + " " + text());
  }

  /** A file to copy was found. */
  void expect(long size) {
    expected.add(size);
  }

  /** The total is known. */
  void foundAll() {
    foundAll = true;
  }

  /** Bytes were copied. */
  void addBytes(long count) {
    bytes.add(count);
  }

  /** The first bytes of a file were copied by an earlier run. */
  void passOver(long count) {
    passedOver.add(count);
  }

  /** All of a file was copied by an earlier run. */
  void passOverFile(long size) {
    passedOver.add(size);
    filesThere.increment();
  }

  /** A copy was completed. */
  void addFile() {
    files.increment();
  }

  long files() {
    return files.longValue();
  }

  long filesThere() {
    return filesThere.longValue();
  }

  long bytesThere() {
    return passedOver.longValue();
  }

  long bytes() {
    return bytes.longValue();
  }

  TransferRate rate() {
    return rate;
  }

  private String text() {
    long copied = bytes.longValue();
    long perSecond = (long) rate.perSecond(copied);
    String count =
        "%d files, %s, %s/s".formatted(files(), Sizes.human(copied), Sizes.human(perSecond));
    long all = expected.longValue();
    return foundAll && all > 0
        ? bar(copied + passedOver.longValue(), all) + " " + count + left(copied, all, perSecond)
        : count;
  }

  private static String bar(long done, long all) {
    double share = Math.min(1, (double) done / all);
    int filled = (int) (share * BAR_WIDTH);
    return "[%s%s] %d%%"
        .formatted("#".repeat(filled), "-".repeat(BAR_WIDTH - filled), (int) (share * 100));
  }

  private String left(long copied, long all, long perSecond) {
    long rest = all - copied - passedOver.longValue();
    return rest <= 0 || perSecond == 0
        ? ""
        : ", " + Durations.format(Duration.ofSeconds(rest / perSecond)) + " left";
  }

  @Override
  public void close() {
    line.close();
  }
}
