package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cache.BlockPlacement;
import io.gigafs.cache.CacheGroup;
import io.gigafs.cache.ObjectKeys;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.bulk.RestoreEntriesRequest;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.cache.BlockPermit;
import io.gigafs.protocol.cache.CachePermitRequest;
import io.gigafs.protocol.cache.ReadCachedBlockRequest;
import io.gigafs.protocol.cluster.StatusRequest;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.FileData;
import io.gigafs.rpc.Clock;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.file.RawFile;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.MemoryVolume;
import io.gigafs.volume.VolumeException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks that servers cache for all clients, tested with single requests. */
class GroupCacheTest {
  private static final RawFile FILE = RawFile.named("f");
  private static final RawFile FILE_OF_OTHER =
      new RawFile(FILE.directory(), FILE.name(), FILE.caller(), 78);
  private static final String OBJECT = "1/0/f.7";
  private static final int BLOCK = 4_096;
  private static final int SIZE = 3 * BLOCK + 100;
  private static final long ELEVEN_MINUTES_NANOS = 660_000_000_000L;

  @TempDir Path directory;
  private final byte[] bytes = new byte[SIZE];
  private final AtomicInteger reads = new AtomicInteger();
  private SimulatedCluster cluster;
  private MemoryVolume volume;
  private RawClient client;
  private RawClient other;
  private long requests;

  @BeforeEach
  void start() {
    start(1L << 20);
  }

  private void start(long cacheBytes) {
    cluster = Setup.seeded(1).withServers(3, 4).withCaches(cacheBytes).start(directory);
    client = cluster.rawClient();
    other = cluster.rawClient();
    volume = cluster.addVolume("v", VolumeInfo.State.ADOPTED);
    cluster.simulation().runMillis(100); // servers learn of it
    new Random(3).nextBytes(bytes);
    volume.put(OBJECT, bytes);
    client.result(
        new RestoreEntriesRequest(
            InodeId.ROOT,
            PartitionIndex.ZEROTH,
            Caller.ROOT,
            0,
            new long[] {next().number()},
            List.of(entry())));
    volume.watch(
        (call, path) -> {
          if (call.equals("read") && path.equals(OBJECT)) {
            reads.incrementAndGet();
          }
          return null;
        });
  }

  private static RestoredEntry entry() {
    FileData data = new FileData.Stored(new DataLocation(1, OBJECT), false);
    return new RestoredEntry(FILE.name(), FileType.REGULAR, 0644, 0, 0, SIZE, 1, 1, 1, 0, data);
  }

  private Sequence next() {
    return new Sequence(++requests, 0);
  }

  /** Each client has a session of its own. */
  private FileHandle open(RawClient by, int flags) {
    return (by == client ? FILE : FILE_OF_OTHER).opened(by, next(), flags);
  }

  private static CachePermitRequest permitRequest(FileHandle handle) {
    return new CachePermitRequest(
        FILE.directory(), PartitionIndex.ZEROTH, FILE.caller(), FILE.name(), handle);
  }

  private static BlockPermit permit(RawClient by, FileHandle handle) {
    return Objects.requireNonNull(by.result(permitRequest(handle)).permit());
  }

  private BlockPermit permit(RawClient by) {
    return permit(by, open(by, RawFile.READS));
  }

  private ReadCachedBlockRequest block(BlockPermit permit, int index) {
    CacheGroup group = CacheGroup.of(cluster.view());
    return new ReadCachedBlockRequest(
        Caller.ROOT, permit, BLOCK, index, group.epoch(), group.placement().fingerprint());
  }

  private ServerInfo holder(int index) {
    CacheGroup group = CacheGroup.of(cluster.view());
    long hash =
        BlockPlacement.blockHash(
            ObjectKeys.of(cluster.view().clusterId(), 1, OBJECT, BLOCK), index);
    return group.members().get(group.placement().holderOf(hash, place -> true));
  }

  private byte[] read(RawClient by, BlockPermit permit, int index) {
    return bytesOf(by.ask(holder(index), block(permit, index)));
  }

  private static byte[] bytesOf(Answer<DataChunk> answer) {
    assertThat(answer).isInstanceOf(Answer.Done.class);
    DataChunk chunk = ((Answer.Done<DataChunk>) answer).result();
    Payload payload = chunk.payload();
    assertThat(payload.crc()).isEqualTo(chunk.crc());
    ByteBuffer all = ByteBuffer.allocate(payload.length());
    for (ByteBuffer part : payload.buffers()) {
      all.put(part);
    }
    payload.release();
    return all.array();
  }

  private ErrorCode error(RawClient by, ReadCachedBlockRequest request) {
    Answer<DataChunk> answer = by.ask(holder(request.index()), request);
    assertThat(answer).isInstanceOf(Answer.Failed.class);
    return ((Answer.Failed<DataChunk>) answer).code();
  }

  private byte[] expected(int index) {
    return Arrays.copyOfRange(bytes, index * BLOCK, Math.min(SIZE, (index + 1) * BLOCK));
  }

  private long count(String name) {
    long sum = 0;
    for (ServerInfo server : cluster.view().servers()) {
      Answer<StatusResult> answer = client.ask(server, new StatusRequest(false));
      Map<String, Long> counters = ((Answer.Done<StatusResult>) answer).result().counters();
      sum += counters.getOrDefault("cache." + name, 0L);
    }
    return sum;
  }

  @Test
  void eachBlockIsReadFromTheVolumeOnceForAllClients() {
    for (RawClient each : List.of(client, other, client)) {
      BlockPermit permit = permit(each);
      assertThat(permit.size()).isEqualTo(SIZE);
      for (int index = 0; index < 4; index++) {
        assertThat(read(each, permit, index)).isEqualTo(expected(index));
      }
    }
    assertThat(reads).hasValue(4);
    assertThat(count("fills")).isEqualTo(4);
    assertThat(count("hits")).isEqualTo(8);
    assertThat(count("blocks")).isEqualTo(4);
    assertThat(count("bytes")).isEqualTo(SIZE);
    assertThat(count("fill_bytes")).isEqualTo(SIZE);
    assertThat(count("capacity_bytes")).isEqualTo(3L << 20);
  }

  @Test
  void fiftyReadersOfABlockShareOneFill() throws Exception {
    BlockPermit permit = permit(client);
    List<CompletableFuture<Answer<DataChunk>>> answers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      answers.add(client.send(holder(1), block(permit, 1)));
    }
    for (CompletableFuture<Answer<DataChunk>> answer : answers) {
      assertThat(bytesOf(cluster.simulation().await(answer))).isEqualTo(expected(1));
    }
    assertThat(reads).hasValue(1);
    assertThat(count("fills")).isEqualTo(1);
    assertThat(count("joined") + count("hits")).isEqualTo(49);
  }

  @Test
  void permitsOfOthersAndForgedPermitsAreRejected() {
    BlockPermit permit = permit(client);
    read(client, permit, 0);
    assertThat(error(other, block(permit, 0))).isEqualTo(ErrorCode.EACCES);
    ReadCachedBlockRequest good = block(permit, 0);
    assertThat(
            error(
                client,
                new ReadCachedBlockRequest(
                    new Caller(1_000, 1_000), permit, BLOCK, 0, good.epoch(), good.placement())))
        .isEqualTo(ErrorCode.EACCES);
    long expires = permit.expiresMillis();
    long generation = permit.generation();
    DataLocation location = permit.location();
    byte[] seal = permit.seal();
    for (BlockPermit made :
        List.of(
            new BlockPermit(new DataLocation(1, "1/0/g.8"), generation, SIZE, expires, seal),
            new BlockPermit(new DataLocation(2, OBJECT), generation, SIZE, expires, seal),
            new BlockPermit(location, generation + 1, SIZE, expires, seal),
            new BlockPermit(location, generation, SIZE + 1, expires, seal),
            new BlockPermit(location, generation, SIZE, expires + 1, seal),
            new BlockPermit(location, generation, SIZE, expires, new byte[16]))) {
      assertThat(error(client, block(made, 0))).isEqualTo(ErrorCode.EACCES);
    }
    assertThat(reads).hasValue(1);
  }

  @Test
  void permitsExpire() {
    BlockPermit permit = permit(client);
    read(client, permit, 0);
    cluster.servers().forEach(server -> server.jumpWallClock(ELEVEN_MINUTES_NANOS));
    assertThat(error(client, block(permit, 0))).isEqualTo(ErrorCode.EACCES);
    read(client, permit(client), 0);
  }

  @Test
  void writersPreventPermitsAndAdvanceTheGeneration() {
    FileHandle reading = open(client, RawFile.READS);
    BlockPermit before = permit(client, reading);
    assertThat(read(client, before, 0)).isEqualTo(expected(0));
    FileHandle writing = open(other, RawFile.READS | RawFile.WRITES);
    assertThat(client.result(permitRequest(reading)).permit()).isNull();
    other.result(FILE.writeObject(next(), writing, false, 0, new byte[] {42}));
    assertThat(client.result(permitRequest(reading)).permit()).isNull();
    other.result(FILE.close(next(), writing, new DataReport(SIZE, cluster.wallNanos(), false, 0)));
    cluster.simulation().runMillis(100);
    BlockPermit after = permit(client, reading);
    assertThat(after.generation()).isGreaterThan(before.generation());
    bytes[0] = 42;
    assertThat(read(client, after, 0)).isEqualTo(expected(0));
    assertThat(reads).hasValue(2);
  }

  /** The permits are valid, but no file of the cluster has such objects. */
  @Test
  void permitsForOtherObjectsAreRejected() {
    RawClient known = client;
    long generation = permit(known).generation();
    Permits permits =
        new Permits(
            new byte[32],
            new Clock() {
              @Override
              public long nanos() {
                return cluster.simulation().nowNanos();
              }

              @Override
              public long wallNanos() {
                return cluster.wallNanos();
              }
            });
    for (String path : List.of(".giga-volume", ".giga-probe-s1", "a/.giga-volume")) {
      BlockPermit permit =
          permits.issue(new DataLocation(1, path), generation, SIZE, known.clientId(), 0);
      assertThat(error(known, block(permit, 0))).isEqualTo(ErrorCode.EPERM);
    }
    for (DataLocation nothing : List.of(new DataLocation(99, OBJECT), new DataLocation(1, "x"))) {
      BlockPermit permit = permits.issue(nothing, generation, SIZE, known.clientId(), 0);
      assertThat(error(known, block(permit, 0))).isEqualTo(ErrorCode.EIO);
    }
    assertThat(reads).hasValue(0);
  }

  @Test
  void permitsRequireAReadHandle() {
    FileHandle writes = open(client, RawFile.WRITES);
    assertThat(client.error(permitRequest(writes))).isEqualTo(ErrorCode.EBADF);
  }

  @Test
  void volumeErrorsAreReportedAndRetried() {
    BlockPermit permit = permit(client);
    volume.setGone(true);
    assertThat(error(client, block(permit, 0))).isEqualTo(ErrorCode.EIO);
    volume.setGone(false);
    assertThat(read(client, permit, 0)).isEqualTo(expected(0));
    volume.watch((call, path) -> VolumeException.Kind.IO);
    assertThat(read(client, permit, 0)).as("from the cache").isEqualTo(expected(0));
    assertThat(error(client, block(permit, 1))).isEqualTo(ErrorCode.EIO);
  }

  @Test
  void blocksOfATooShortObjectAreNotCached() {
    BlockPermit permit = permit(client);
    volume.put(OBJECT, Arrays.copyOf(bytes, BLOCK + 10));
    assertThat(error(client, block(permit, 1))).isEqualTo(ErrorCode.ENODATA);
    assertThat(read(client, permit, 0)).isEqualTo(expected(0));
    volume.put(OBJECT, bytes);
    assertThat(read(client, permit, 1)).isEqualTo(expected(1));
  }

  @Test
  void clientsWithAnOldGroupViewGetTheNewOne() {
    BlockPermit permit = permit(client);
    ReadCachedBlockRequest old = block(permit, 0);
    cluster.change(view -> ViewChanges.drain(view, cluster.server(2).info().id()));
    cluster.simulation().runMillis(2_000);
    assertThat(client.ask(cluster.server(0).info(), old)).isInstanceOf(Answer.Moved.class);
    assertThat(CacheGroup.of(cluster.view()).members()).hasSize(2);
    assertThat(read(client, permit, 0)).isEqualTo(expected(0));
  }

  @Test
  void serverWithoutACacheReturnsEopnotsupp() {
    start(0);
    BlockPermit permit = permit(client);
    assertThat(CacheGroup.of(cluster.view()).isEmpty()).isTrue();
    Answer<DataChunk> answer = client.ask(cluster.server(0).info(), block(permit, 0));
    assertThat(answer)
        .isInstanceOfSatisfying(
            Answer.Failed.class,
            failed -> assertThat(failed.code()).isEqualTo(ErrorCode.EOPNOTSUPP));
    assertThat(reads).hasValue(0);
    assertThat(count("refused")).isZero();
  }

  @Test
  void evictedBlocksAreReadAgain() {
    start(3 * BLOCK);
    BlockPermit permit = permit(client);
    for (int round = 0; round < 5; round++) {
      for (int index = 0; index < 4; index++) {
        assertThat(bytesOf(client.ask(cluster.server(0).info(), block(permit, index))))
            .isEqualTo(expected(index));
      }
    }
    assertThat(count("evictions")).isPositive();
    assertThat(reads.get()).isBetween(5, 20);
  }
}
