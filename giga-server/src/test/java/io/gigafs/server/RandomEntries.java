package io.gigafs.server;

import io.gigafs.index.Name;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.bulk.RestoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random entries with attributes of all kinds. */
final class RandomEntries {
  private static final FileType[] TYPES = {
    FileType.REGULAR, FileType.FIFO, FileType.SOCKET, FileType.CHARACTER_DEVICE
  };

  private final Random random;

  RandomEntries(long seed) {
    random = new Random(seed);
  }

  /** This many entries whose names begin with the prefix. */
  List<RestoredEntry> next(String prefix, int from, int count) {
    List<RestoredEntry> entries = new ArrayList<>(count);
    for (int i = from; i < from + count; i++) {
      entries.add(
          new RestoredEntry(
              Name.of(prefix + i),
              random.nextInt(20) == 0 ? TYPES[random.nextInt(TYPES.length)] : FileType.REGULAR,
              random.nextInt(1 << 12),
              random.nextInt(100_000),
              random.nextInt(1_000),
              random.nextInt(4) == 0 ? random.nextLong() >>> 20 : 0,
              time(),
              time(),
              time(),
              0));
    }
    return entries;
  }

  /** A time in the last decades, with nanoseconds. */
  private long time() {
    return random.nextLong() >>> 2;
  }
}
