package io.gigafs.cli.fsck;

import java.util.concurrent.atomic.LongAdder;

/** How far the check of volumes is. Safe for use by several threads. */
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

  /** How many objects servers told of, again and again if they were asked so. */
  long known() {
    return known.sum();
  }

  /** For a person. */
  String text(int volume) {
    return "volume %d: %,d objects listed, %,d looked up, %,d MiB read"
        .formatted(volume, listed.sum(), known.sum(), bytes.sum() >> 20);
  }
}
