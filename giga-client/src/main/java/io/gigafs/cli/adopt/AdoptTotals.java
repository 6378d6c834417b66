package io.gigafs.cli.adopt;

import io.gigafs.cli.TransferRate;
import java.util.Locale;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** What was adopted so far. Safe for use by several threads. */
final class AdoptTotals {
  private static final int BAR = 20;

  private final LongAdder entries = new LongAdder();
  private final LongAdder directories = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder skipped = new LongAdder();
  private final LongAdder doneBefore = new LongAdder();

  /** How much of the tree was read, 0 to 1, as far as can be told without reading it first. */
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

  /** Names that are adopted, with those of directories. */
  long entries() {
    return entries.sum() + directories.sum();
  }

  long directories() {
    return directories.sum();
  }

  /** Bytes of regular files, which stayed where they are. */
  long bytes() {
    return bytes.sum();
  }

  long skipped() {
    return skipped.sum();
  }

  /** Directories that an earlier run had finished, with all below them. */
  long doneBefore() {
    return doneBefore.sum();
  }

  /** For a person. */
  String progress(TransferRate pace) {
    double part = Math.min(1, share.sum());
    int filled = (int) (part * BAR);
    return String.format(
        Locale.ROOT,
        "[%s%s] about %3.0f%%, %s%s",
        "#".repeat(filled),
        " ".repeat(BAR - filled),
        100 * part,
        pace.progress(entries()),
        skipped() == 0 ? "" : ", " + skipped() + " skipped");
  }
}
