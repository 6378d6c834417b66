package io.gigafs.bench.data;

import io.gigafs.bench.workload.FilePlace;
import io.gigafs.bench.workload.FilePlace.OutFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * The report's create_write with its write_blocks: creates files, and writes each in small blocks.
 * Only the time of the blocks counts, not that of create, open and close. Thread-safe.
 */
final class CreateWrite {
  private final long files;
  private final long fileBytes;
  private final int blockBytes;
  private final boolean syncs;
  private final LongAdder written = new LongAdder();

  /**
   * Describes the work of each application.
   *
   * @param syncs whether the time of a final sync counts too
   */
  CreateWrite(long files, long fileBytes, int blockBytes, boolean syncs) {
    this.files = files;
    this.fileBytes = fileBytes;
    this.blockBytes = blockBytes;
    this.syncs = syncs;
  }

  /** Number of bytes written so far. */
  long written() {
    return written.sum();
  }

  static String name(int application, long file) {
    return "f" + application + "." + file;
  }

  /** Runs the test. Returns the bytes per second of each file. */
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
