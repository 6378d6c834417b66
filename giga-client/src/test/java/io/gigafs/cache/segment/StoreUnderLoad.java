package io.gigafs.cache.segment;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.TestBlocks;
import io.gigafs.rpc.Clock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A process that changes blocks until it is killed, and records in a file each change that it
 * begins and completes. Each key is changed by one thread.
 */
final class StoreUnderLoad {
  static final int KEYS = 240;

  private static final int THREADS = 3;
  private static final int CALLS_PER_LINE = 40;
  private static final int KIB = 1 << 10;
  private static final int MAX_BYTES = 48 * KIB;
  private static final int GENERATIONS = 2;

  /** One of this many changes has a common length, so that its block reuses the space of others. */
  private static final int SAME_LENGTH_CHANGES = 3;

  private static final int SAME_BYTES = 32 * KIB;

  private final SegmentStore store;
  private final Progress progress;

  private StoreUnderLoad(SegmentStore store, Progress progress) {
    this.store = store;
    this.progress = progress;
  }

  /**
   * For each key, the numbers of the last change begun and of the last change completed. An odd
   * number is a put, an even one a removal.
   */
  static final class Progress {
    private static final int ENTRY_BYTES = 16;
    private final MappedByteBuffer file;

    Progress(Path path) throws IOException {
      try (FileChannel channel =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        file = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) KEYS * ENTRY_BYTES);
      }
    }

    long begun(int key) {
      return file.getLong(key * ENTRY_BYTES);
    }

    long done(int key) {
      return file.getLong(key * ENTRY_BYTES + Long.BYTES);
    }

    void begin(int key, long change) {
      file.putLong(key * ENTRY_BYTES, change);
    }

    void end(int key, long change) {
      file.putLong(key * ENTRY_BYTES + Long.BYTES, change);
    }
  }

  static SegmentStore open(Path directory) throws IOException {
    return SegmentStore.open(
        new SegmentSettings(directory, 2560 * KIB, 256 * KIB, SegmentSettings.DEFAULT_INDEX_BYTES),
        Clock.system());
  }

  static BlockKey key(int number, int generation) {
    return TestBlocks.key("value" + number / 8, generation, number % 8);
  }

  /** The bytes that a change of a key puts; they begin with its number. */
  static byte[] bytes(int number, long change) {
    int random = (int) ((change * 0x9E3779B9L + number) & 0xFFFFFF);
    int length = random % SAME_LENGTH_CHANGES == 0 ? SAME_BYTES : Long.BYTES + random % MAX_BYTES;
    byte[] bytes = TestBlocks.bytes(change * KEYS + number, length);
    ByteBuffer.wrap(bytes).putLong(0, change);
    return bytes;
  }

  /** The change that put the bytes; fails if some bytes are not of that change. */
  static long changeOf(int number, byte[] read) {
    long change = ByteBuffer.wrap(read).getLong(0);
    if (!Arrays.equals(read, bytes(number, change))) {
      throw new AssertionError("key " + number + " has bytes that were not put");
    }
    return change;
  }

  /** The bytes of a key in any generation; at most one generation has them. */
  static byte @Nullable [] read(CacheStore store, int number) throws IOException {
    byte[] found = null;
    for (int generation = 0; generation < GENERATIONS; generation++) {
      byte[] read = TestBlocks.get(store, key(number, generation));
      if (read != null) {
        found = read;
      }
    }
    return found;
  }

  /** Arguments: the directory, the progress file, a seed. */
  public static void main(String[] arguments) throws Exception {
    StoreUnderLoad load =
        new StoreUnderLoad(open(Path.of(arguments[0])), new Progress(Path.of(arguments[1])));
    long seed = Long.parseLong(arguments[2]);
    for (int t = 0; t < THREADS; t++) {
      int thread = t;
      new Thread(() -> load.run(thread, seed)).start();
    }
  }

  private void run(int thread, long seed) {
    Random random = new Random(seed * THREADS + thread);
    try {
      while (true) {
        for (int i = 0; i < CALLS_PER_LINE; i++) {
          call(random.nextInt(KEYS / THREADS) * THREADS + thread, random);
        }
        System.out.println("calls");
      }
    } catch (IOException | RuntimeException | AssertionError e) {
      System.err.println(e);
      System.exit(1);
    }
  }

  private void call(int number, Random random) throws IOException {
    long last = progress.begun(number);
    int kind = random.nextInt(20);
    if (kind < 12) {
      long change = last + 1 + last % 2;
      byte[] bytes = bytes(number, change);
      progress.begin(number, change);
      store.remove(key(number, 1));
      store.put(key(number, 0), ByteBuffer.wrap(bytes), TestBlocks.crc(bytes));
      progress.end(number, change);
    } else if (kind < 13) {
      long change = last + 2 - last % 2;
      progress.begin(number, change);
      store.remove(key(number, 0));
      store.remove(key(number, 1));
      progress.end(number, change);
    } else if (kind < 14) {
      store.setGeneration(key(number, 0), 1);
    } else {
      byte[] read = read(store, number);
      if (read != null && changeOf(number, read) < progress.done(number)) {
        throw new AssertionError("key " + number + " has old bytes");
      }
    }
  }
}
