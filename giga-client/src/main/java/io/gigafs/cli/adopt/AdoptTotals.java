package io.gigafs.cli.adopt;

import io.gigafs.cli.TransferRate;
import java.util.Locale;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** The progress of an adoption. Safe for use by several threads. */
final class AdoptTotals {
  private static final int BAR = 20;

  private final LongAdder entries = new LongAdder();
  private final LongAdder directories = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder skipped = new LongAdder();
  private final LongAdder doneBefore = new LongAdder();

  /** The part of the tree that was read, 0 to 1, estimated without reading the tree first. */
  private final DoubleAdder share = new DoubleAdder();

  void addEntries(long count, long ofBytes) {
    entries.add(count);
    bytes.add(ofBytes);
  }

  void addDirectory() {
    directories.increment();
  }

  void addSkipped() {
    skipped.increment();
  }

  void addDoneBefore() {
    doneBefore.increment();
  }

  void addShare(double read) {
    share.add(read);
  }

  /** Number of adopted names, also of directories. */
  long entries() {
    return entries.sum() + directories.sum();
  }

  long directories() {
    return directories.sum();
  }

  /** Bytes of regular files, which stay where they are. */
  long bytes() {
    return bytes.sum();
  }

  long skipped() {
    return skipped.sum();
  }

  /** Directories that an earlier run had finished, with everything below them. */
  long doneBefore() {
    return doneBefore.sum();
  }

  /** The progress in a readable form. */
  String progress(TransferRate rate) {
    double part = Math.min(1, share.sum());
    int filled = (int) (part * BAR);
    return String.format(
        Locale.ROOT,
        "[%s%s] about %3.0f%%, %s%s",
        "#".repeat(filled),
        " ".repeat(BAR - filled),
        100 * part,
        rate.progress(entries()),
        skipped() == 0 ? "" : ", " + skipped() + " skipped");
  }
}
