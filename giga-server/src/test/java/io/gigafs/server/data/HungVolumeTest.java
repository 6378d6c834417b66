package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.CacheStore.StoreUsage;
import io.gigafs.cache.memory.MemoryCacheStore;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.cache.BlockPermit;
import io.gigafs.protocol.cache.ReadCachedBlockRequest;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.MemoryStorage;
import io.gigafs.volume.OpenVolumes;
import io.gigafs.volume.VolumeMark;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A cache group member with a hung volume or a failing store. */
class HungVolumeTest {
  private static final int BLOCK = 4_096;
  private static final int BLOCKS = 100;
  private static final UUID CLUSTER = new UUID(1, 2);
  private static final ServerId SELF = new ServerId("s1");
  private static final DataLocation OBJECT = new DataLocation(1, "2/0/f.object");
  private static final long CLIENT = 7;
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final Queue<Runnable> volumeWork = new ArrayDeque<>();
  private final TestStore store = new TestStore();
  private GroupCache cache;
  private Permits permits;
  private long nowNanos;

  private final Clock clock =
      new Clock() {
        @Override
        public long nanos() {
          return nowNanos;
        }

        @Override
        public long wallNanos() {
          return nowNanos;
        }
      };

  /** A store that can fail. */
  private static final class TestStore implements CacheStore {
    private final MemoryCacheStore blocks = new MemoryCacheStore(1L << 20);
    private boolean fails;

    private void check() throws IOException {
      if (fails) {
        throw new IOException("by order of the test");
      }
    }

    @Override
    public boolean put(BlockKey key, ByteBuffer bytes, int crc) throws IOException {
      check();
      return blocks.put(key, bytes, crc);
    }

    @Override
    public int get(BlockKey key, int from, ByteBuffer into) throws IOException {
      check();
      return blocks.get(key, from, into);
    }

    @Override
    public boolean contains(BlockKey key) throws IOException {
      check();
      return blocks.contains(key);
    }

    @Override
    public void remove(BlockKey key) throws IOException {
      check();
      blocks.remove(key);
    }

    @Override
    public void setGeneration(BlockKey key, long generation) throws IOException {
      check();
      blocks.setGeneration(key, generation);
    }

    @Override
    public void scan(Consumer<StoredBlock> visitor) throws IOException {
      blocks.scan(visitor);
    }

    @Override
    public StoreUsage usage() throws IOException {
      check();
      return blocks.usage();
    }

    @Override
    public void save() {}

    @Override
    public void close() {}
  }

  /** A request and its reply. */
  private static final class Asked implements Exchange<DataChunk>, Peer {
    private @Nullable Answer<DataChunk> answer;

    @Override
    public void answer(Answer<DataChunk> given) {
      assertThat(answer).as("answered once").isNull();
      answer = given;
      Payload.releaseOf(given);
    }

    @Override
    public Peer peer() {
      return this;
    }

    @Override
    public long deadlineNanos() {
      return 2 * SECOND_NANOS;
    }

    @Override
    public long clientId() {
      return CLIENT;
    }

    @Override
    public String address() {
      return "test";
    }

    @Override
    public void send(Notice notice) {}

    private @Nullable ErrorCode error() {
      return answer instanceof Answer.Failed<DataChunk> failed ? failed.code() : null;
    }

    private boolean isDone() {
      return answer instanceof Answer.Done;
    }
  }

  @BeforeEach
  void start() throws Exception {
    MemoryStorage storage = new MemoryStorage();
    URI uri = URI.create("memory:///v");
    storage.prepare(uri, new VolumeMark(CLUSTER, 1), false);
    storage.volume(uri).put(OBJECT.path(), new byte[BLOCKS * BLOCK]);
    ClusterView view =
        new ClusterView(
            CLUSTER,
            1,
            ClusterSettings.DEFAULTS,
            List.of(new ServerInfo(SELF, new Endpoint("s1", 1), 1L << 20)),
            SlotTable.of(0, 0),
            List.of(),
            Set.of(),
            List.of(new VolumeInfo(1, uri, VolumeInfo.State.ACTIVE)),
            2);
    CurrentView current = new CurrentView(SELF, view, clock);
    permits = new Permits(new byte[32], clock);
    cache =
        new GroupCache(
            current,
            new ServerVolumes(current, new OpenVolumes(List.of(storage)), volumeWork::add, clock),
            permits,
            new GroupCache.Resources(new byte[32], store, Runnable::run),
            clock);
  }

  private Asked ask(int index) {
    BlockPermit permit = permits.issue(OBJECT, 5, BLOCKS * BLOCK, CLIENT, 0);
    Asked asked = new Asked();
    cache.read(new ReadCachedBlockRequest(Caller.ROOT, permit, BLOCK, index, 1, 0), asked);
    return asked;
  }

  private void answerVolume() {
    for (Runnable next = volumeWork.poll(); next != null; next = volumeWork.poll()) {
      next.run();
    }
  }

  @Test
  void hungVolumeBlocksALimitedNumberOfFillsUntilTheirDeadline() {
    List<Asked> all = new ArrayList<>();
    for (int index = 0; index < BLOCKS; index++) {
      all.add(ask(index));
    }
    all.add(ask(0));
    assertThat(all.subList(0, GroupCache.MAX_FILLS_PER_VOLUME)).allMatch(e -> e.answer == null);
    assertThat(all.subList(GroupCache.MAX_FILLS_PER_VOLUME, BLOCKS))
        .allMatch(asked -> asked.error() == ErrorCode.EBUSY);
    assertThat(all.get(BLOCKS).answer).as("joins a fill").isNull();
    cache.sweep();
    assertThat(all.get(0).answer).isNull();
    nowNanos = 3 * SECOND_NANOS;
    cache.sweep();
    assertThat(all).allMatch(asked -> asked.error() == ErrorCode.EBUSY);
    answerVolume();
    assertThat(ask(0).isDone()).as("was kept").isTrue();
    assertThat(volumeWork).isEmpty();
    Asked next = ask(BLOCKS - 1);
    assertThat(next.answer).as("there is room for fills again").isNull();
    answerVolume();
    assertThat(next.isDone()).isTrue();
  }

  @Test
  void requestsForABlockBeingReadShareTheFill() {
    List<Asked> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(ask(3));
    }
    assertThat(volumeWork).hasSize(1);
    answerVolume();
    assertThat(all).allMatch(Asked::isDone);
    assertThat(cache.counts())
        .containsEntry("cache.fills", 1L)
        .containsEntry("cache.joined", 49L)
        .containsEntry("cache.blocks", 1L);
  }

  @Test
  void failingStoreCausesVolumeReadsOnly() {
    store.fails = true;
    for (int i = 0; i < 3; i++) {
      Asked asked = ask(3);
      answerVolume();
      assertThat(asked.isDone()).isTrue();
    }
    assertThat(cache.counts().get("cache.failures")).isPositive();
    store.fails = false;
    Asked asked = ask(3);
    answerVolume();
    assertThat(asked.isDone()).isTrue();
    assertThat(ask(3).isDone()).isTrue();
  }
}
