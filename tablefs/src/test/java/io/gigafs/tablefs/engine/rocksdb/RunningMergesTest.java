package io.gigafs.tablefs.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.schema.Family;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.RateLimiter;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Tests how many bytes a running merge claims. The merges are slowed by a rate limiter. */
@Timeout(120)
final class RunningMergesTest {
  private static final long BOUND = 1L << 40;
  private static final int ROWS = 1_000;

  @TempDir Path directory;

  @Test
  void mergeKeepsTheBoundSetAtItsStart() throws Exception {
    assertThat(claimedWhileMerging(Family.INLINE)).isBetween(BOUND / 2, BOUND + BOUND / 2);
  }

  @Test
  void mergeWithoutBlobsClaimsTheSizeOfItsTables() throws Exception {
    assertThat(claimedWhileMerging(Family.XATTRS)).isBetween(1L, BOUND / 2);
  }

  /** Merges two tables of a family slowly; returns the bytes claimed while the merge runs. */
  private long claimedWhileMerging(Family family) throws Exception {
    NativeLibrary.load();
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (RateLimiter slow = new RateLimiter(4 << 20);
        DBOptions options =
            new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setEnableThreadTracking(true)
                .setRateLimiter(slow);
        ColumnFamilyOptions plain = new ColumnFamilyOptions().setDisableAutoCompactions(true)) {
      byte[] name = family.label().getBytes(StandardCharsets.US_ASCII);
      try (RocksDB rocks =
          RocksDB.open(
              options,
              directory.toString(),
              List.of(
                  new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, plain),
                  new ColumnFamilyDescriptor(name, plain)),
              handles)) {
        return claimedWhileMerging(rocks, handles.get(1));
      } finally {
        handles.forEach(ColumnFamilyHandle::close);
      }
    }
  }

  private long claimedWhileMerging(RocksDB rocks, ColumnFamilyHandle family) throws Exception {
    RunningMerges merges = new RunningMerges(directory.toString());
    merges.bound(BOUND);
    assertThat(merges.claimedBytes()).isZero();
    putTable(rocks, family);
    putTable(rocks, family);
    Thread merging = new Thread(() -> merge(rocks, family));
    merging.start();
    long claimed = 0;
    while (claimed == 0) {
      assertThat(merging.isAlive()).isTrue();
      claimed = merges.claimedBytes();
    }
    merges.bound(4 * BOUND); // has no effect on a running merge
    long later = merges.claimedBytes();
    assertThat(later).isBetween(1L, 2 * BOUND);
    merging.join();
    while (merges.claimedBytes() > 0) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    return later;
  }

  private static void putTable(RocksDB rocks, ColumnFamilyHandle family) throws RocksDBException {
    byte[] value = new byte[2_000];
    Random random = new Random(1);
    for (int i = 0; i < ROWS; i++) {
      random.nextBytes(value);
      rocks.put(family, ByteBuffer.allocate(4).putInt(i).array(), value);
    }
    try (FlushOptions flush = new FlushOptions()) {
      rocks.flush(flush, family);
    }
  }

  private static void merge(RocksDB rocks, ColumnFamilyHandle family) {
    try (CompactRangeOptions options = new CompactRangeOptions()) {
      rocks.compactRange(family, null, null, options);
    } catch (RocksDBException e) {
      throw new AssertionError(e);
    }
  }
}
