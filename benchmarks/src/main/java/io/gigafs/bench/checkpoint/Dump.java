package io.gigafs.bench.checkpoint;

import io.gigafs.bench.workload.FilePlace;
import io.gigafs.bench.workload.FilePlace.OutFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/** Checkpoints of several programs in one directory. Thread-safe. */
final class Dump {
  private final long fileBytes;
  private final int blockBytes;
  private final boolean syncs;
  private final LongAdder creates = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  /**
   * Creates a dump.
   *
   * @param syncs whether to sync each file before the next is created
   */
  Dump(long fileBytes, int blockBytes, boolean syncs) {
    this.fileBytes = fileBytes;
    this.blockBytes = blockBytes;
    this.syncs = syncs;
  }

  /** Writes a program's files, one after the other. */
  void write(FilePlace place, int program, long files) throws IOException, InterruptedException {
    ByteBuffer noise = ByteBuffer.allocateDirect(blockBytes);
    byte[] random = new byte[blockBytes];
    new SplittableRandom(program).nextBytes(random);
    noise.put(random).flip();
    for (long i = 0; i < files; i++) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted after " + i + " files");
      }
      write(place, "checkpoint." + i + "." + program, noise);
    }
  }

  private void write(FilePlace place, String name, ByteBuffer noise) throws IOException {
    try (OutFile file = place.create(name)) {
      creates.increment();
      for (long at = 0; at < fileBytes; at += blockBytes) {
        int length = (int) Math.min(blockBytes, fileBytes - at);
        file.write(at, noise.duplicate().limit(length));
        bytes.add(length);
      }
      if (syncs) {
        file.sync();
      }
    }
  }

  /** Number of files created so far. */
  long creates() {
    return creates.sum();
  }

  /** Number of bytes written so far. */
  long bytes() {
    return bytes.sum();
  }
}
