package io.gigafs.bench.data;

import io.gigafs.bench.workload.FilePlace;
import io.gigafs.bench.workload.FilePlace.OutFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * The report's create_write with its write_blocks: makes files, and writes each in small blocks;
 * what counts is the time of the blocks alone, not that of making, opening and closing. Safe for
 * use by several threads.
 */
final class CreateWrite {
  private final long files;
  private final long fileBytes;
  private final int blockBytes;
  private final boolean syncs;
  private final LongAdder written = new LongAdder();

  /**
   * What each application does.
   *
   * @param syncs whether the time until all is on the disk counts too
   */
  CreateWrite(long files, long fileBytes, int blockBytes, boolean syncs) {
    this.files = files;
    this.fileBytes = fileBytes;
    this.blockBytes = blockBytes;
    this.syncs = syncs;
  }

  /** All bytes that were written so far. */
  long written() {
    return written.sum();
  }

  static String name(int application, long file) {
    return "f" + application + "." + file;
  }

  /** Does it; the bytes per second of each file. */
  double[] run(FilePlace place, int application) throws IOException, InterruptedException {
    byte[] random = new byte[blockBytes];
    new SplittableRandom(application).nextBytes(random);
    ByteBuffer block = ByteBuffer.allocateDirect(blockBytes).put(random).flip();
    double[] rates = new double[(int) files];
    for (int i = 0; i < files; i++) {
      try (OutFile file = place.create(name(application, i))) {
        rates[i] = fileBytes / writeBlocks(file, block);
      }
    }
    return rates;
  }

  private double writeBlocks(OutFile file, ByteBuffer block)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    for (long at = 0; at < fileBytes; at += blockBytes) {
      int length = (int) Math.min(blockBytes, fileBytes - at);
      file.write(at, block.duplicate().limit(length));
      written.add(length);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted at byte " + at);
      }
    }
    if (syncs) {
      file.sync();
    }
    return (System.nanoTime() - began) / 1e9;
  }
}
