package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.DataCacheSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.data.DataCacheStatistics;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.server.TestCluster;
import io.gigafs.volume.MemoryVolume;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients and servers with caches, tested over real connections with the native store. */
class CacheGroupTest {
  private static final int MIB = 1 << 20;
  private static final int BLOCKS = 12;
  private static final int SIZE = BLOCKS * MIB - 777;
  private static final long WAIT_SECONDS = 120;

  @TempDir Path directory;
  private final byte[] bytes = new byte[SIZE];
  private final AtomicInteger volumeReads = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger reads = new AtomicInteger();
  private TestCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster =
        TestCluster.start(directory, 3, 8, 1_000, settings -> settings.cacheBytes(256L << 20));
    // Clients cannot open memory volumes, so they read through servers what the group does not
    // have.
    MemoryVolume volume = cluster.addVolume("v");
    new Random(1).nextBytes(bytes);
    GigaClient writer = cluster.client();
    OpenFile file = open(writer, Flag.WRITE, Flag.CREATE);
    await(file.write(0, ByteBuffer.wrap(bytes)));
    await(file.closeAsync());
    volume.watch(
        (call, path) -> {
          if (call.equals("read") && !path.startsWith(".giga-")) {
            volumeReads.incrementAndGet();
          }
          return null;
        });
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
    cluster.close();
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.get(WAIT_SECONDS, TimeUnit.SECONDS);
  }

  private static OpenFile open(GigaClient client, Flag first, Flag... more) throws Exception {
    return await(
        client.async().open(GigaPath.parse("/f"), OpenOptions.of(first, more).withMode(0644)));
  }

  /** Reads within the file only: a read past its end asks the volume after a while. */
  private void check(OpenFile file, int from, int most) throws Exception {
    int length = Math.min(most, SIZE - from);
    ByteBuffer into = ByteBuffer.allocateDirect(length);
    int got = await(file.read(from, into));
    assertThat(got).isEqualTo(length);
    byte[] read = new byte[got];
    into.flip().get(read);
    assertThat(Arrays.equals(read, 0, got, bytes, from, from + got)).isTrue();
  }

  private void readAll(GigaClient client) throws Exception {
    OpenFile file = open(client, Flag.READ);
    for (int from = 0; from < SIZE; from += MIB / 2) {
      check(file, from, MIB / 2);
    }
    // Waits until the client's cache has the blocks: a later open does not know of pending ones.
    await(file.cachedBytes());
    await(file.closeAsync());
  }

  private static DataCacheStatistics statistics(GigaClient client) {
    return client.statistics().cache();
  }

  private static long served(GigaClient client) {
    DataCacheStatistics cache = statistics(client);
    return cache.groupFills();
  }

  @Test
  void clientsWithAndWithoutACacheReadFromTheGroup() throws Exception {
    GigaClient first = cluster.client();
    readAll(first);
    assertThat(served(first)).isEqualTo(BLOCKS);
    assertThat(statistics(first).groupBytes()).isEqualTo(SIZE);
    // A client bypasses caches for a file whose permit is too old: the cache may be stale.
    long byClients = statistics(first).bypassed();
    assertThat(volumeReads.get() - byClients).isEqualTo(BLOCKS);
    DataCacheSettings cache =
        DataCacheSettings.of(directory.resolve("client"), DataCacheSettings.MIN_BYTES);
    GigaClient second = cluster.client(settings -> settings.dataCache(cache));
    readAll(second);
    assertThat(served(second)).isEqualTo(BLOCKS);
    readAll(second);
    assertThat(served(second)).as("now from its own").isEqualTo(BLOCKS);
    byClients += statistics(second).bypassed();
    assertThat(volumeReads.get() - byClients).isEqualTo(BLOCKS);
    GigaClient off = cluster.client(settings -> settings.cacheGroup(false));
    readAll(off);
    assertThat(served(off)).isZero();
    assertThat(volumeReads.get() - byClients).isGreaterThan(BLOCKS);
  }

  @Test
  void fiftyReadersShareOneFillPerBlock() throws Exception {
    List<GigaClient> clients = List.of(cluster.client(), cluster.client(), cluster.client());
    List<OpenFile> files = new ArrayList<>();
    for (int i = 0; i < 51; i++) {
      files.add(open(clients.get(i % clients.size()), Flag.READ));
    }
    CountDownLatch begin = new CountDownLatch(1);
    List<Future<?>> readers = new ArrayList<>();
    for (OpenFile file : files) {
      readers.add(
          threads.submit(
              () -> {
                begin.await();
                for (int from = 0; from < SIZE; from += MIB) {
                  check(file, from, MIB);
                }
                return null;
              }));
    }
    begin.countDown();
    for (Future<?> reader : readers) {
      await(reader);
    }
    long group = clients.stream().mapToLong(CacheGroupTest::served).sum();
    assertThat(group).isPositive();
    long byClients = clients.stream().mapToLong(each -> statistics(each).volumeBytes()).sum();
    if (byClients == 0) {
      assertThat(volumeReads).hasValue(BLOCKS);
    }
  }

  @Test
  void restartOfAMemberDuringReadsCausesNoErrors() throws Exception {
    GigaClient client = cluster.client();
    GigaClient other = cluster.client();
    AtomicBoolean over = new AtomicBoolean();
    Future<Integer> reading = threads.submit(reader(open(client, Flag.READ), 1, over));
    Future<Integer> too = threads.submit(reader(open(other, Flag.READ), 2, over));
    for (int number : new int[] {1, 2, 1}) {
      awaitReads();
      cluster.stop(number);
      awaitReads();
      cluster.restart(number);
    }
    awaitReads();
    over.set(true);
    assertThat(await(reading)).isPositive();
    assertThat(await(too)).isPositive();
    assertThat(served(client) + served(other)).isPositive();
  }

  /** Waits until readers have completed more reads. */
  private void awaitReads() throws InterruptedException {
    int enough = reads.get() + 40;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (reads.get() < enough) {
      assertThat(System.nanoTime() - deadline).as("readers go on").isNegative();
      Thread.sleep(10);
    }
  }

  /** Reads random ranges until it is stopped; returns the number of reads. */
  private Callable<Integer> reader(OpenFile file, long seed, AtomicBoolean over) {
    return () -> {
      Random random = new Random(seed);
      int done = 0;
      while (!over.get()) {
        check(file, random.nextInt(SIZE), 1 + random.nextInt(2 * MIB));
        reads.incrementAndGet();
        done++;
      }
      return done;
    };
  }

  @Test
  void drainAndJoinOfMembersCauseNoErrors() throws Exception {
    GigaClient client = cluster.client();
    readAll(client);
    AtomicBoolean over = new AtomicBoolean();
    Future<Integer> reading = threads.submit(reader(open(client, Flag.READ), 3, over));
    cluster.change(view -> ViewChanges.drain(view, new ServerId("s2")));
    cluster.awaitBalance(Duration.ofSeconds(WAIT_SECONDS));
    readAll(cluster.client());
    int joined = cluster.add();
    cluster.awaitBalance(Duration.ofSeconds(WAIT_SECONDS));
    ServerInfo info = cluster.view().find(new ServerId("s" + joined)).orElseThrow();
    assertThat(info.cacheBytes()).isEqualTo(256L << 20);
    readAll(cluster.client());
    over.set(true);
    assertThat(await(reading)).isPositive();
  }

  @Test
  void memberKeepsItsBlocksAcrossARestart() throws Exception {
    readAll(cluster.client());
    assertThat(volumeReads).hasValue(BLOCKS);
    cluster.stop(1);
    cluster.restart(1);
    GigaClient client = cluster.client();
    readAll(client);
    assertThat(served(client)).isEqualTo(BLOCKS);
    assertThat(volumeReads).hasValue(BLOCKS);
  }

  @Test
  void serverStartsWithoutACacheThatCannotBeOpened() throws Exception {
    cluster.stop(1);
    Path cache = directory.resolve("s1/cache");
    try (Stream<Path> files = Files.walk(cache)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
    Files.createDirectories(cache);
    Files.writeString(cache.resolve("something-else"), "not a cache");
    cluster.restart(1);
    ServerInfo info = cluster.view().find(new ServerId("s1")).orElseThrow();
    GigaClient client = cluster.client();
    readAll(client);
    assertThat(info.cacheBytes()).isZero();
  }
}
