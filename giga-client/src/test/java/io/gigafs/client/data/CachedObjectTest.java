package io.gigafs.client.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.quota.QuotaShortage;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.ObjectStatus;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests for cached reads through a handle of an unchanging file whose object answers on demand. */
class CachedObjectTest {
  private static final int BLOCK = 1_000;
  private static final long BLOCKS = 40;
  private static final int SIZE = (int) BLOCKS * BLOCK + 17;
  private static final DataLocation LOCATION = new DataLocation(FakeFile.VOLUME, "d/0/file.1");

  private final ScheduledSteps steps = new ScheduledSteps(new Random(1));
  private final TestCacheStore store = new TestCacheStore(1, 1_000, 0);
  private final DataCache cache =
      new DataCache(store, new UUID(1, 2), steps, steps, new Random(2), BLOCK, () -> {});
  private final ScriptedObject object = new ScriptedObject();
  private final byte[] bytes = new byte[SIZE];
  private final OpenFiles files =
      new OpenFiles(
          new DataEnvironment(
              steps,
              (nanos, task) -> () -> {},
              steps,
              false,
              new NoVolumes(),
              calls -> object,
              0,
              cache,
              null,
              1 << 20));
  private HandleData handle = open(1);

  CachedObjectTest() {
    new Random(3).nextBytes(bytes);
  }

  @AfterEach
  void givesBackItsMemory() {
    steps.runAll();
    assertThat(cache.heldBytes()).isZero();
  }

  /** A client without access to any volume. */
  private static final class NoVolumes implements ClientVolumes {
    @Override
    public CompletableFuture<Void> learn(int volume) {
      return Futures.DONE;
    }

    @Override
    public io.gigafs.volume.Volume of(int volume) {
      throw new AssertionError("the bytes come by way of servers");
    }
  }

  /** An object that answers reads at once, later, or with an error. */
  private final class ScriptedObject implements ObjectAccess {
    final List<String> reads = new ArrayList<>();
    boolean isSlow;
    boolean isBroken;
    int closes;

    @Override
    public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
      int length = into.remaining();
      reads.add(offset + "+" + length);
      if (isBroken && length == BLOCK) {
        return CompletableFuture.failedFuture(ErrorCode.EIO.exception("planted"));
      }
      return isSlow
          ? steps.later(() -> CompletableFuture.completedFuture(copy(offset, into)))
          : CompletableFuture.completedFuture(copy(offset, into));
    }

    private int copy(long offset, ByteBuffer into) {
      int got = (int) Math.max(0, Math.min(into.remaining(), SIZE - offset));
      if (got > 0) {
        into.put(bytes, (int) offset, got);
      }
      return got;
    }

    @Override
    public CompletableFuture<Void> write(long offset, ByteBuffer from) {
      from.get(bytes, (int) offset, from.remaining());
      return Futures.DONE;
    }

    @Override
    public CompletableFuture<Void> flush() {
      return Futures.DONE;
    }

    @Override
    public CompletableFuture<Void> sync() {
      return Futures.DONE;
    }

    @Override
    public CompletableFuture<ObjectStatus> status() {
      return CompletableFuture.completedFuture(new ObjectStatus(SIZE, 0));
    }

    @Override
    public CompletableFuture<Long> seek(long offset, boolean toHole) {
      return CompletableFuture.completedFuture(-1L);
    }

    @Override
    public void invalidate() {
      // Nothing is buffered.
    }

    @Override
    public CompletableFuture<Void> close() {
      closes++;
      return Futures.DONE;
    }
  }

  private HandleData open(long changedNanos) {
    return open(changedNanos, false);
  }

  private HandleData open(long changedNanos, boolean byOthers) {
    FileAttributes attributes =
        new FileAttributes(
            FakeFile.inode(), FileType.REGULAR, 0644, 0, 0, SIZE, 1, 0, 0, changedNanos, 0);
    return files.opened(
        files.begin(),
        FakeFile.inode(),
        new SettledFile(attributes, LOCATION),
        Caller.ROOT,
        true,
        false,
        new FileData.Stored(LOCATION, false),
        attributes,
        byOthers,
        QuotaShortage.NONE);
  }

  private void reopen(long changedNanos) {
    steps.await(handle.close(CloseMode.FLUSH));
    steps.runAll();
    handle = open(changedNanos);
    object.reads.clear();
  }

  private void check(long offset, int length) {
    check(handle.read(offset, into(length)), offset, length);
  }

  private ByteBuffer last = ByteBuffer.allocate(0);

  private ByteBuffer into(int length) {
    last = ByteBuffer.allocate(length);
    return last;
  }

  private void check(CompletableFuture<Integer> read, long offset, int length) {
    int expected = (int) Math.max(0, Math.min(length, SIZE - offset));
    assertThat(steps.await(read)).isEqualTo(expected);
    assertThat(Arrays.copyOf(last.array(), expected))
        .isEqualTo(Arrays.copyOfRange(bytes, (int) offset, (int) offset + expected));
  }

  @Test
  void repeatedReadHitsTheCacheInTheCallersThread() {
    check(0, SIZE);
    reopen(1);
    // The first read of a handle opens the object asynchronously.
    check(5, 10);
    object.reads.clear();
    assertThat(handle.read(10, into(SIZE))).isDone();
    assertThat(last.position()).isEqualTo(SIZE - 10);
    assertThat(object.reads).isEmpty();
    assertThat(cache.statistics().cacheBytes()).isPositive();
  }

  @Test
  void blocksBeingStoredCountAsCached() {
    check(0, SIZE);
    assertThat(steps.await(handle.cachedBytes(SIZE, false))).isEqualTo(SIZE);
    assertThat(steps.await(handle.cachedBytes(SIZE, true))).isEqualTo(SIZE);
    assertThat(steps.await(handle.cachedBytes(SIZE, false))).isZero();
  }

  @Test
  void newGenerationIsReadAgain() {
    check(0, SIZE);
    reopen(2);
    bytes[7]++;
    check(0, SIZE);
    assertThat(object.reads).hasSize((int) BLOCKS + 1);
  }

  @Test
  void nothingIsCachedWhileOthersMayWrite() {
    steps.await(handle.close(CloseMode.FLUSH));
    handle = open(1, true);
    check(0, SIZE);
    steps.runAll();
    assertThat(store.size()).isZero();
    assertThat(cache.statistics().bypassed()).isPositive();
  }

  @Test
  void wholeBlockIsReadOnTheSecondAccess() {
    check(20 * BLOCK + 100, 10);
    check(30 * BLOCK + 100, 10);
    assertThat(object.reads).containsExactly(20_100 + "+10", 30_100 + "+10");
    object.reads.clear();
    check(20 * BLOCK + 500, 10);
    assertThat(object.reads).containsExactly(20_000 + "+" + BLOCK);
    steps.runAll();
    object.reads.clear();
    check(20 * BLOCK + 900, 10);
    assertThat(object.reads).isEmpty();
  }

  @Test
  void concurrentReadersOfABlockShareOneRead() {
    object.isSlow = true;
    check(3, 1);
    object.reads.clear();
    List<CompletableFuture<Integer>> readers = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      readers.add(handle.read(10 * BLOCK, ByteBuffer.allocate(BLOCK)));
    }
    readers.forEach(reader -> assertThat(steps.await(reader)).isEqualTo(BLOCK));
    assertThat(object.reads).containsOnlyOnce(10_000 + "+" + BLOCK);
  }

  @Test
  void sequentialReaderTriggersReadAhead() {
    for (int i = 0; i < 4; i++) {
      check((long) i * BLOCK, BLOCK);
    }
    steps.runAll();
    assertThat(object.reads).contains(4_000 + "+" + BLOCK, 8_000 + "+" + BLOCK);
    object.reads.clear();
    check(4 * BLOCK, BLOCK);
    assertThat(object.reads).isEmpty();
    assertThat(cache.statistics().readAhead()).isPositive();
  }

  @Test
  void readAheadStopsAtTheEnd() {
    check((BLOCKS - 2) * BLOCK, BLOCK);
    check((BLOCKS - 1) * BLOCK, BLOCK);
    check(BLOCKS * BLOCK, BLOCK);
    steps.runAll();
    assertThat(object.reads).noneMatch(read -> read.startsWith("41"));
  }

  @Test
  void failedBlockReadFallsBackToAPartialRead() {
    object.isBroken = true;
    check(0, 10);
    check(5 * BLOCK, 700);
    assertThat(store.size()).isZero();
  }

  @Test
  void failingStoreIsBypassedForAWhile() {
    check(0, SIZE);
    steps.runAll();
    store.fail(1_000);
    for (int i = 0; i < 5; i++) {
      check(0, SIZE);
    }
    assertThat(cache.statistics().failures()).isBetween(8L, BLOCKS);
    store.fail(0);
    steps.pass(6_000_000_000L);
    long before = cache.statistics().hits();
    for (int i = 0; i < 3; i++) {
      // Time passes with each step, so the state of the file expires and is requested again, too.
      check(0, SIZE);
      check(0, SIZE);
      steps.runAll();
    }
    assertThat(cache.statistics().hits()).isGreaterThan(before);
  }

  @Test
  void writtenBlocksBypassTheCacheUntilClose() {
    check(0, SIZE);
    steps.runAll();
    byte[] news = new byte[BLOCK / 2];
    Arrays.fill(news, (byte) 9);
    steps.await(handle.write(3 * BLOCK + 100, ByteBuffer.wrap(news)));
    object.reads.clear();
    check(3 * BLOCK, BLOCK);
    assertThat(object.reads).isNotEmpty();
    object.reads.clear();
    check(4 * BLOCK, BLOCK);
    assertThat(object.reads).isEmpty();
  }

  @Test
  void readsBeyondTheFillMemoryAreNotCached() {
    object.isSlow = true;
    check(3, 1);
    List<CompletableFuture<Integer>> readers = new ArrayList<>();
    for (int block = 0; block < BLOCKS; block++) {
      readers.add(handle.read((long) block * BLOCK, ByteBuffer.allocate(BLOCK)));
      assertThat(cache.heldBytes()).isLessThanOrEqualTo(DataCache.FILL_BYTES);
    }
    readers.forEach(reader -> assertThat(steps.await(reader)).isEqualTo(BLOCK));
  }

  @Test
  void objectIsClosedAfterItsLastBlockRead() {
    object.isSlow = true;
    for (int i = 0; i < 4; i++) {
      check((long) i * BLOCK, BLOCK);
    }
    steps.await(handle.close(CloseMode.FLUSH));
    steps.runAll();
    assertThat(object.closes).isEqualTo(1);
    handle = open(1);
  }
}
