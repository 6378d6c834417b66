package io.gigafs.load;

import java.io.IOException;
import java.util.function.LongConsumer;

/**
 * Writes and reads one large file in blocks, one after the other, and verifies the bytes read. For
 * one thread.
 */
final class LargeFile {
  private static final String NAME = "stream";
  private static final String FORERUNNER = "stream-before";

  private final long bytes;
  private final FailureLog failures;
  private final LongConsumer progress;
  private final Blocks blocks = new Blocks();

  LargeFile(long bytes, FailureLog failures, LongConsumer progress) {
    this.bytes = bytes;
    this.failures = failures;
    this.progress = progress;
  }

  /** Removes it, if it exists. */
  void remove(DataPlace place) {
    place.remove(NAME).join();
  }

  /**
   * Writes and removes another file of its size, so that the next file takes page cache that was in
   * use a moment ago. A virtual machine returns memory that is free for a second to its host, and
   * getting it back halves the speed of writing.
   */
  void warmMemory(DataPlace place) throws IOException {
    try {
      fill(place, FORERUNNER, true, written -> {});
    } finally {
      place.remove(FORERUNNER).join();
    }
  }

  /**
   * Writes it, replacing an existing one.
   *
   * @param sync whether it must be on the disk
   * @return how many seconds it took, with opening and closing
   */
  double overwrite(DataPlace place, boolean sync) throws IOException {
    long begun = System.nanoTime();
    fill(place, NAME, sync, progress);
    return secondsSince(begun);
  }

  private void fill(DataPlace place, String name, boolean sync, LongConsumer written)
      throws IOException {
    try (FilePlace.Stream stream = place.open(name, true)) {
      for (long at = 0; at < bytes; at += Blocks.BLOCK_BYTES) {
        stream.write(at, blocks.at(at, bytes));
        written.accept(Math.min(Blocks.BLOCK_BYTES, bytes - at));
      }
      if (sync) {
        stream.sync();
      }
    }
  }

  /** Reads it; returns how many seconds that took. */
  double read(DataPlace place) throws IOException {
    long begun = System.nanoTime();
    try (FilePlace.Stream stream = place.open(NAME, false)) {
      for (long at = 0; at < bytes; at += Blocks.BLOCK_BYTES) {
        stream.read(at, blocks.empty());
        if (!blocks.isRight(at, bytes)) {
          failures.add(1);
          failures.describe("byte " + at + " and what follows was read other than it was written");
        }
        progress.accept(Math.min(Blocks.BLOCK_BYTES, bytes - at));
      }
    }
    return secondsSince(begun);
  }

  private static double secondsSince(long begun) {
    return (System.nanoTime() - begun) / 1e9;
  }
}
