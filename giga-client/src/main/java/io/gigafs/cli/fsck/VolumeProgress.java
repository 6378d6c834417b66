package io.gigafs.cli.fsck;

import java.util.concurrent.atomic.LongAdder;

/** The progress of the check of volumes. Safe for use by several threads. */
final class VolumeProgress {
  private final LongAdder listed = new LongAdder();
  private final LongAdder known = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  void listed() {
    listed.increment();
  }

  void known(int objects) {
    known.add(objects);
  }

  void read(long count) {
    bytes.add(count);
  }

  /** How many objects servers have reported, counting repeated reports. */
  long known() {
    return known.sum();
  }

  /** The progress, as text. */
  String text(int volume) {
    return "volume %d: %,d objects listed, %,d looked up, %,d MiB read"
        .formatted(volume, listed.sum(), known.sum(), bytes.sum() >> 20);
  }
}
