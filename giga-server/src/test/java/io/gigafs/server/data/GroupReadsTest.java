package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cache.memory.MemoryCacheStore;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.data.DataCacheStatistics;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.cache.ReadCachedBlockRequest;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import io.gigafs.server.SimulatedServer;
import io.gigafs.volume.MemoryVolume;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients read through the cache group while its members come and go, in a simulation. */
class GroupReadsTest {
  private static final int BLOCK = 4_096;
  private static final int BLOCKS = 120;
  private static final int SIZE = (BLOCKS - 1) * BLOCK + 333;
  private static final long SECOND_NANOS = 1_000_000_000L;

  @TempDir Path directory;
  private final AtomicInteger volumeReads = new AtomicInteger();
  private final byte[] bytes = new byte[SIZE];
  private SimulatedCluster cluster;
  private MemoryVolume volume;

  @BeforeEach
  void start() {
    start(1);
  }

  private void start(long seed) {
    cluster =
        Setup.seeded(seed)
            .withServers(4, 8)
            .withSpares(1)
            .withCaches(BLOCKS * (BLOCK + 300L))
            .start(directory);
    volume = cluster.addVolume("v");
    cluster.simulation().runMillis(200);
  }

  /** Counts each read of an object from now on. */
  private void count() {
    volumeReads.set(0);
    volume.watch(
        (call, path) -> {
          if (call.equals("read") && !path.startsWith(".giga-")) {
            volumeReads.incrementAndGet();
          }
          return null;
        });
  }

  /** A client with a small cache of its own. */
  private AsyncGigaClient client() {
    return cluster
        .client(Duration.ofSeconds(60), DataPath.CLIENT, new MemoryCacheStore(6L * BLOCK), BLOCK)
        .async();
  }

  private <T> T await(CompletableFuture<T> future) throws GigaException {
    return cluster.simulation().await(future);
  }

  private OpenFile open(AsyncGigaClient client, Flag first, Flag... more) throws GigaException {
    return await(client.open(GigaPath.parse("/f"), OpenOptions.of(first, more).withMode(0644)));
  }

  private void write(AsyncGigaClient client, long seed) throws GigaException {
    new Random(seed).nextBytes(bytes);
    OpenFile file = open(client, Flag.WRITE, Flag.CREATE);
    await(file.write(0, ByteBuffer.wrap(bytes)));
    await(file.closeAsync());
  }

  private void check(OpenFile file, int from, int length) throws GigaException {
    ByteBuffer into = ByteBuffer.allocate(length);
    int got = await(file.read(from, into));
    assertThat(got).isEqualTo(Math.min(length, SIZE - from));
    assertThat(Arrays.copyOf(into.array(), got))
        .isEqualTo(Arrays.copyOfRange(bytes, from, from + got));
  }

  private void checkAll(OpenFile file) throws GigaException {
    for (int from = 0; from < SIZE; from += 3 * BLOCK) {
      check(file, from, 3 * BLOCK);
    }
  }

  private static DataCacheStatistics statistics(AsyncGigaClient client) {
    return client.statistics().cache();
  }

  @Test
  void eachBlockIsReadFromTheVolumeOnce() throws GigaException {
    write(client(), 1);
    count();
    for (int i = 0; i < 3; i++) {
      AsyncGigaClient reader = client();
      OpenFile file = open(reader, Flag.READ);
      checkAll(file);
      await(file.closeAsync());
      assertThat(statistics(reader).volumeBytes()).isZero();
      assertThat(statistics(reader).groupBytes()).isGreaterThanOrEqualTo(SIZE);
      assertThat(volumeReads).hasValue(BLOCKS);
    }
  }

  @Test
  void fiftyReadersAtOnceShareTheFills() throws GigaException {
    write(client(), 2);
    count();
    List<OpenFile> files = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      files.add(open(client(), Flag.READ));
    }
    for (int from = 0; from < 30 * BLOCK; from += BLOCK) {
      List<ByteBuffer> buffers = new ArrayList<>();
      List<CompletableFuture<Integer>> reads = new ArrayList<>();
      for (OpenFile file : files) {
        ByteBuffer into = ByteBuffer.allocate(BLOCK);
        buffers.add(into);
        reads.add(file.read(from, into));
      }
      for (int i = 0; i < reads.size(); i++) {
        assertThat(await(reads.get(i))).isEqualTo(BLOCK);
        assertThat(buffers.get(i).array()).isEqualTo(Arrays.copyOfRange(bytes, from, from + BLOCK));
      }
    }
    assertThat(volumeReads.get()).isLessThanOrEqualTo(BLOCKS);
  }

  @Test
  void openAfterCloseReadsTheNewBytes() throws GigaException {
    AsyncGigaClient writer = client();
    AsyncGigaClient reader = client();
    for (int round = 0; round < 6; round++) {
      write(writer, round);
      for (AsyncGigaClient each : List.of(reader, writer, client())) {
        OpenFile file = open(each, Flag.READ);
        checkAll(file);
        await(file.closeAsync());
      }
    }
    assertThat(statistics(reader).groupBytes()).isGreaterThanOrEqualTo(5L * SIZE);
  }

  /**
   * Members are killed, do not reply, are drained and join: no read fails or returns wrong bytes.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void readsSucceedDespiteMemberFaults(long seed) throws GigaException {
    start(seed);
    write(client(), seed);
    count();
    ServerInfo home = cluster.view().ownerOf(InodeId.ROOT, PartitionIndex.ZEROTH);
    List<SimulatedServer> others =
        cluster.servers().subList(0, 4).stream()
            .filter(server -> !server.info().equals(home))
            .toList();
    List<AsyncGigaClient> clients = List.of(client(), client());
    List<OpenFile> files = new ArrayList<>();
    for (AsyncGigaClient client : clients) {
      files.add(open(client, Flag.READ));
    }
    Random random = new Random(seed);
    for (int step = 0; step < 200; step++) {
      injectFault(random, step, others);
      OpenFile file = files.get(random.nextInt(files.size()));
      int from = random.nextInt(SIZE);
      try {
        check(file, from, 1 + random.nextInt(5 * BLOCK));
      } catch (GigaException | AssertionError e) {
        throw new AssertionError("seed " + seed + ", step " + step, e);
      }
      cluster.simulation().runMillis(random.nextInt(100));
    }
    cluster.heal();
    for (int i = 0; i < files.size(); i++) {
      checkAll(files.get(i));
      assertThat(statistics(clients.get(i)).groupFills()).as("seed " + seed).isPositive();
    }
  }

  private void injectFault(Random random, int step, List<SimulatedServer> others) {
    SimulatedServer some = others.get(random.nextInt(others.size()));
    switch (random.nextInt(12)) {
      case 0 -> {
        if (some.isUp()) {
          some.kill();
          cluster.simulation().after(SECOND_NANOS, some::startIfDown);
        }
      }
      case 1 ->
          cluster
              .network()
              .setFaults(
                  packet ->
                      packet.isOf(ReadCachedBlockRequest.OPCODE) && packet.to().equals(some.name())
                          ? Fate.LOST
                          : Fate.ARRIVES);
      case 2 ->
          cluster
              .network()
              .setFaults(
                  packet ->
                      packet.isOf(ReadCachedBlockRequest.OPCODE) && packet.isAnswer()
                          ? Fate.delayed(random.nextInt(5_000))
                          : Fate.ARRIVES);
      case 3, 4 -> cluster.network().heal();
      case 5 -> {
        if (step > 100) {
          cluster.server(4).startIfDown();
        }
      }
      case 6 -> {
        if (step > 50) {
          cluster.change(view -> ViewChanges.drain(view, others.get(0).info().id()));
        }
      }
      case 7 -> cluster.change(view -> ViewChanges.undrain(view, others.get(0).info().id()));
      default -> {
        // no fault
      }
    }
  }
}
