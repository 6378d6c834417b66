package io.gigafs.cache.segment;

import static io.gigafs.cache.TestBlocks.bytes;
import static io.gigafs.cache.TestBlocks.get;
import static io.gigafs.cache.TestBlocks.key;
import static io.gigafs.cache.TestBlocks.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gigafs.CapturedLog;
import io.gigafs.cache.CacheStore;
import io.gigafs.rpc.Clock;
import io.gigafs.volume.posix.MountedMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests full and failing disks. Blocks may be lost, but no call fails. */
class SegmentStoreFullDiskTest {
  private static final int KIB = 1 << 10;
  private static final int BLOCK_BYTES = 6 * KIB;

  private static final int KEYS = 6;
  private static final int LARGE_BYTES = 40 * KIB;

  @TempDir private Path parent;

  private final Disk disk = new Disk();
  private final SteppedClock clock = new SteppedClock();

  private static final class SteppedClock implements Clock {
    private long nanos;

    @Override
    public long wallNanos() {
      return nanos;
    }

    @Override
    public long nanos() {
      return nanos;
    }
  }

  /** A disk with limited room, whose calls fail when the test says so. */
  private static final class Disk {
    private long room = Long.MAX_VALUE;
    private boolean isReadable = true;
    private boolean isWritable = true;

    FileChannel open(Path file, OpenOption... options) throws IOException {
      if (!isWritable && !Files.exists(file)) {
        throw new IOException("Read-only file system");
      }
      return new DiskFile(FileChannel.open(file, options));
    }

    private final class DiskFile extends ForwardingFileChannel {
      DiskFile(FileChannel file) {
        super(file);
      }

      @Override
      public int read(ByteBuffer into, long position) throws IOException {
        if (!isReadable) {
          throw new IOException("Input/output error");
        }
        return super.read(into, position);
      }

      @Override
      public int write(ByteBuffer from, long position) throws IOException {
        if (!isWritable) {
          throw new IOException("Read-only file system");
        }
        long more = Math.max(0, position + from.remaining() - size());
        if (more > room) {
          throw new IOException("No space left on device");
        }
        room -= more;
        return super.write(from, position);
      }

      @Override
      public FileChannel truncate(long size) throws IOException {
        room += Math.max(0, size() - size);
        return super.truncate(size);
      }
    }
  }

  private SegmentStore open() throws IOException {
    return SegmentStore.open(settings(parent.resolve("store")), clock, disk::open);
  }

  private static SegmentSettings settings(Path directory) {
    return new SegmentSettings(
        directory, 1024 * KIB, 64 * KIB, SegmentSettings.DEFAULT_INDEX_BYTES);
  }

  /** Puts blocks, checks all blocks that the store has, and returns how many puts it accepted. */
  private static int putMany(SegmentStore store, int from, int count) throws IOException {
    int taken = 0;
    for (int i = from; i < from + count; i++) {
      if (put(store, key("v", 1, i), bytes(i, BLOCK_BYTES))) {
        taken++;
        assertThat(get(store, key("v", 1, i))).isEqualTo(bytes(i, BLOCK_BYTES));
      }
    }
    for (int i = 0; i < from + count; i++) {
      byte[] read = get(store, key("v", 1, i));
      if (read != null) {
        assertThat(read).isEqualTo(bytes(i, BLOCK_BYTES));
      }
    }
    assertThat(store.usage().damaged()).isZero();
    return taken;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 30, 100, 333, 700})
  void fullDiskLosesOnlyBlocks(int roomKib) throws IOException {
    SegmentStore store = open();
    disk.room = (long) roomKib * KIB;
    try (CapturedLog log = CapturedLog.of(SegmentStore.class)) {
      int taken = putMany(store, 0, 1000);
      if (roomKib >= 333) {
        assertThat(taken).isGreaterThan(900);
        assertThat(store.usage().bytes()).isGreaterThan(roomKib * KIB / 3);
      }
      assertThat(log.events()).isNotEmpty();
      assertThat(log.events().size()).isLessThan(40);
    }
    disk.room = Long.MAX_VALUE;
    clock.nanos += TimeUnit.SECONDS.toNanos(1);
    putMany(store, 1000, 400);
    assertThat(store.usage().bytes()).isGreaterThan(600 * KIB);
    store.close();
    try (SegmentStore again = open()) {
      assertThat(again.usage().bytes()).isGreaterThan(600 * KIB);
      putMany(again, 1400, 10);
    }
  }

  /** After each call, the disk holds nothing older than the call, even if some writes failed. */
  @ParameterizedTest
  @ValueSource(ints = {0, 40, 90, 200})
  void fullDiskReusesSpaceWithoutStaleBlocks(int roomKib) throws IOException {
    Path copy = parent.resolve("copy");
    Random random = new Random(roomKib);
    int[] last = new int[KEYS];
    try (SegmentStore store = open()) {
      for (int i = 1; i < 100; i++) {
        disk.room = random.nextInt(3) == 0 ? random.nextInt(roomKib * KIB + 100) : 1 << 20;
        clock.nanos += TimeUnit.MILLISECONDS.toNanos(400);
        int number = random.nextInt(KEYS);
        int before = last[number];
        boolean isTaken = put(store, key("v", 1, number), bytes(i, LARGE_BYTES));
        last[number] = isTaken ? i : 0;
        byte[] now = get(store, key("v", 1, number));
        // The log may have used the space of the block's segment.
        assertThat(now == null || (isTaken && Arrays.equals(now, bytes(i, LARGE_BYTES)))).isTrue();
        StoreCopies.copy(parent.resolve("store"), copy);
        try (SegmentStore killed = SegmentStore.open(settings(copy), clock)) {
          for (int key = 0; key < KEYS; key++) {
            byte[] read = get(killed, key("v", 1, key));
            boolean mayBeOld = key == number && Arrays.equals(read, bytes(before, LARGE_BYTES));
            assertThat(
                    read == null || mayBeOld || Arrays.equals(read, bytes(last[key], LARGE_BYTES)))
                .as("key %s after call %s", key, i)
                .isTrue();
          }
          assertThat(killed.usage().damaged()).isZero();
        }
      }
      assertThat(Arrays.stream(last).filter(each -> each > 0).count()).isGreaterThan(KEYS / 3);
      disk.room = Long.MAX_VALUE;
    }
  }

  @Test
  void readOnlyDiskKeepsItsBlocks() throws IOException {
    SegmentStore store = open();
    putMany(store, 0, 100);
    long had = store.usage().blocks();
    disk.isWritable = false;
    assertThat(putMany(store, 100, 1000)).isLessThan(30);
    assertThat(store.usage().blocks()).isGreaterThan(had / 2);
    disk.isWritable = true;
    clock.nanos += TimeUnit.SECONDS.toNanos(1);
    putMany(store, 1100, 400);
    assertThat(store.usage().bytes()).isGreaterThan(600 * KIB);
    store.close();
  }

  @Test
  void readErrorIsAMiss() throws IOException {
    try (SegmentStore store = open()) {
      putMany(store, 0, 50);
      disk.isReadable = false;
      ByteBuffer into = ByteBuffer.allocate(BLOCK_BYTES);
      assertThat(store.get(key("v", 1, 49), 0, into)).isEqualTo(CacheStore.MISS);
      assertThat(into.position()).isZero();
      assertThat(store.usage().damaged()).isOne();
      disk.isReadable = true;
      assertThat(get(store, key("v", 1, 49))).isNull();
      assertThat(get(store, key("v", 1, 48))).isEqualTo(bytes(48, BLOCK_BYTES));
    }
  }

  @Test
  void interruptedThreadsReadAndWrite() throws IOException {
    try (SegmentStore store = open()) {
      for (int i = 0; i < 300; i++) {
        Thread.currentThread().interrupt();
        assertThat(put(store, key("v", 1, i % 100), bytes(i, BLOCK_BYTES))).isTrue();
        assertThat(get(store, key("v", 1, i % 100))).isEqualTo(bytes(i, BLOCK_BYTES));
        assertThat(Thread.interrupted()).isTrue();
      }
    }
  }

  @Test
  void fullFileSystemLosesOnlyBlocks() throws IOException {
    if (System.getenv("CI") == null) {
      assumeThat(System.getProperty("user.name")).as("only root mounts").isEqualTo("root");
    }
    try (MountedMemory memory = new MountedMemory(parent.resolve("memory"), "500k")) {
      Path ballast = memory.path().resolve("ballast");
      Files.write(ballast, new byte[300 * KIB]);
      Path directory = memory.path().resolve("store");
      try (SegmentStore store = SegmentStore.open(settings(directory), clock)) {
        assertThat(putMany(store, 0, 300)).isGreaterThan(200);
        Files.delete(ballast);
        clock.nanos += TimeUnit.SECONDS.toNanos(1);
        assertThat(putMany(store, 300, 300)).isGreaterThan(250);
        store.save();
      }
      try (SegmentStore store = SegmentStore.open(settings(directory), clock)) {
        assertThat(store.usage().blocks()).isGreaterThan(10);
        assertThat(putMany(store, 900, 300)).isGreaterThan(200);
      }
    }
  }
}
