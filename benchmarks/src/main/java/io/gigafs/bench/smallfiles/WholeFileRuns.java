package io.gigafs.bench.smallfiles;

import io.gigafs.cli.bench.NumberedNames;
import io.gigafs.cli.bench.Workload;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Files of one size with random bytes in one directory, each written or read as a whole. */
final class WholeFileRuns {
  private static final int MODE = 0644;

  /**
   * Number of possible offsets of a file's contents in the random bytes; consecutive files differ.
   */
  private static final int PLACES = 1 << 16;

  private static final int STEP = 4_099;

  private final AsyncGigaClient client;
  private final GigaPath directory;
  private final int size;
  private final byte[] random;

  WholeFileRuns(AsyncGigaClient client, GigaPath directory, int size, long seed) {
    this.client = client;
    this.directory = directory;
    this.size = size;
    this.random = new byte[PLACES + size];
    new SplittableRandom(seed).nextBytes(random);
  }

  /** Creates, writes and closes each file. */
  Workload<?> write() {
    return new Workload<Void>() {
      @Override
      public CompletableFuture<Void> send(long from, long to) {
        return client
            .writeFile(path(from), MODE, contents(from), false)
            .thenAccept(attributes -> {});
      }

      @Override
      public String describe(long number) {
        return path(number).toString();
      }
    };
  }

  /** Reads each file. A wrong byte is an error. */
  Workload<?> read() {
    return new Workload<byte[]>() {
      @Override
      public CompletableFuture<byte[]> send(long from, long to) {
        return client.readFile(path(from));
      }

      @Override
      public String describe(long number) {
        return path(number).toString();
      }

      @Override
      public int failures(long from, byte[] read, Consumer<String> reasons) {
        if (Arrays.equals(read, contents(from))) {
          return 0;
        }
        reasons.accept(describe(from) + " holds other bytes than were written");
        return 1;
      }
    };
  }

  private GigaPath path(long number) {
    return directory.child(NumberedNames.of(number));
  }

  private byte[] contents(long number) {
    int from = (int) (number * STEP % PLACES);
    return Arrays.copyOfRange(random, from, from + size);
  }
}
