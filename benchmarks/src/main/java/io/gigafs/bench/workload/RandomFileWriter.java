package io.gigafs.bench.workload;

import io.gigafs.load.FilePlace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;

/** Programs that create files and write them in blocks of random bytes. Thread-safe. */
public final class RandomFileWriter {
  private final long fileBytes;
  private final int blockBytes;
  private final boolean syncs;
  private final LongAdder creates = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  /**
   * Describes the work of each program.
   *
   * @param syncs whether each file is synced before it is closed
   */
  public RandomFileWriter(long fileBytes, int blockBytes, boolean syncs) {
    this.fileBytes = fileBytes;
    this.blockBytes = blockBytes;
    this.syncs = syncs;
  }

  /** Number of files created so far. */
  public long creates() {
    return creates.sum();
  }

  /** Number of bytes written so far. */
  public long bytes() {
    return bytes.sum();
  }

  /**
   * Writes a program's files, one after the other.
   *
   * @param names of the files, by number
   * @return bytes per second of each file's blocks, with the sync, without create, open and close
   */
  public double[] write(FilePlace place, int program, long files, LongFunction<String> names)
      throws IOException, InterruptedException {
    byte[] random = new byte[blockBytes];
    new SplittableRandom(program).nextBytes(random);
    ByteBuffer block = ByteBuffer.allocateDirect(blockBytes).put(random).flip();
    double[] rates = new double[Math.toIntExact(files)];
    for (int i = 0; i < files; i++) {
      try (FilePlace.Stream file = place.create(names.apply(i))) {
        creates.increment();
        rates[i] = fileBytes / secondsOfBlocks(file, block);
      }
    }
    return rates;
  }

  private double secondsOfBlocks(FilePlace.Stream file, ByteBuffer block)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    for (long at = 0; at < fileBytes; at += blockBytes) {
      int length = (int) Math.min(blockBytes, fileBytes - at);
      file.write(at, block.duplicate().limit(length));
      bytes.add(length);
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
