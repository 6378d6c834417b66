package io.gigafs.client.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cache.CacheGroup;
import io.gigafs.client.VirtualTime;
import io.gigafs.client.data.BlockSource;
import io.gigafs.client.data.HandleDataCalls;
import io.gigafs.client.request.Pauses;
import io.gigafs.client.request.ViewRefresh;
import io.gigafs.client.request.Views;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.TestViews;
import io.gigafs.concurrent.CallDeadline;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.cache.BlockPermit;
import io.gigafs.protocol.cache.CachePermitRequest.CachePermitResult;
import io.gigafs.protocol.cache.ReadCachedBlockRequest;
import io.gigafs.protocol.cluster.ClusterViewRequest;
import io.gigafs.protocol.cluster.ClusterViewRequest.ClusterViewResult;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.rpc.RpcClient;
import io.gigafs.volume.DataLocation;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests for reading blocks from members of the cache group that hang, fail or answer wrongly. */
class GroupSourceTest {
  private static final int BLOCK = 4_096;
  private static final int SIZE = 50 * BLOCK + 7;
  private static final DataLocation OBJECT = new DataLocation(1, "2/0/f.object");
  private static final long GENERATION = 77;

  private final VirtualTime time = new VirtualTime();
  private final byte[] bytes = new byte[SIZE];
  private final Members members = new Members();
  private final Views views = new Views(view(1, 3));
  private final GroupSource source =
      new GroupSource(
          members, time, new Pauses(time), views, new ViewRefresh(members, time, List.of(), views));

  private int permits;
  private long permitMillis;
  private @Nullable BlockPermit permit =
      new BlockPermit(OBJECT, GENERATION, SIZE, 1, new byte[BlockPermit.SEAL_BYTES]);

  GroupSourceTest() {
    new Random(1).nextBytes(bytes);
  }

  private static ClusterView view(long epoch, int caches) {
    List<ServerInfo> servers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      servers.add(new ServerInfo(new ServerId("s" + i), at(i), i < caches ? 1L << 30 : 0));
    }
    return TestViews.of(
        new UUID(1, 2), epoch, ClusterSettings.DEFAULTS, servers, SlotTable.interleaved(4, 4));
  }

  private static Endpoint at(int server) {
    return new Endpoint("host" + server, 7_000);
  }

  private enum Way {
    ANSWERS,
    /** The answer never arrives. */
    HANGS,
    /** The connection is refused. */
    REFUSES,
    DAMAGES,
    SHORTENS,
    HAS_NO_CACHE,
    TAKES_NO_PERMIT,
    IS_BUSY,
    KNOWS_NEWER_VIEW
  }

  /** Servers that answer as the test configures them. */
  private final class Members implements RpcClient {
    private final Map<Endpoint, Way> ways = new HashMap<>();
    private final List<Endpoint> asked = new ArrayList<>();
    private ClusterView newest = view(1, 3);

    @Override
    @SuppressWarnings("unchecked") // of the request's type
    public <R extends Result> CompletableFuture<Answer<R>> call(
        Endpoint server, Request<R> request, long deadlineNanos) {
      CompletableFuture<Answer<R>> answer = new CompletableFuture<>();
      if (request instanceof ClusterViewRequest) {
        answer.complete((Answer<R>) new Answer.Done<>(new ClusterViewResult(newest)));
        return answer;
      }
      asked.add(server);
      Way way = ways.getOrDefault(server, Way.ANSWERS);
      if (way == Way.HANGS) {
        time.atNanos(
            deadlineNanos,
            () -> answer.completeExceptionally(ErrorCode.ETIMEDOUT.exception("no answer")));
      } else if (way == Way.REFUSES) {
        answer.completeExceptionally(ErrorCode.EIO.exception("refused"));
      } else {
        time.afterMicros(
            100, () -> answer.complete((Answer<R>) answer((ReadCachedBlockRequest) request, way)));
      }
      return answer;
    }

    private Answer<DataChunk> answer(ReadCachedBlockRequest request, Way way) {
      CacheGroup group = CacheGroup.of(newest);
      return switch (way) {
        case HAS_NO_CACHE -> new Answer.Failed<>(ErrorCode.EOPNOTSUPP, "");
        case TAKES_NO_PERMIT -> new Answer.Failed<>(ErrorCode.EACCES, "");
        case IS_BUSY -> new Answer.Failed<>(ErrorCode.EBUSY, "");
        case KNOWS_NEWER_VIEW ->
            request.placement() == group.placement().fingerprint()
                ? block(request, 0, 0)
                : new Answer.Moved<>(newest);
        case DAMAGES -> block(request, 1, 0);
        case SHORTENS -> block(request, 0, 1);
        default -> block(request, 0, 0);
      };
    }

    private Answer<DataChunk> block(ReadCachedBlockRequest request, int crcOff, int bytesLess) {
      int start = (int) request.offset();
      Payload payload =
          Payload.of(Arrays.copyOfRange(bytes, start, start + request.length() - bytesLess));
      return new Answer.Done<>(new DataChunk(payload, payload.crc() + crcOff));
    }

    @Override
    public void close() {}
  }

  private HandleDataCalls calls() {
    return (HandleDataCalls)
        Proxy.newProxyInstance(
            HandleDataCalls.class.getClassLoader(),
            new Class<?>[] {HandleDataCalls.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("permit");
              permits++;
              CompletableFuture<CachePermitResult> result = new CompletableFuture<>();
              BlockPermit now = permit;
              time.after(permitMillis, () -> result.complete(new CachePermitResult(now, 480_000)));
              return result;
            });
  }

  private CompletableFuture<Integer> read(int index, ByteBuffer into) {
    return source.read(
        new BlockSource.Block(calls(), Caller.ROOT, OBJECT, GENERATION, BLOCK, index), into);
  }

  private int read(int index) {
    ByteBuffer into = ByteBuffer.allocate(BLOCK);
    int got = await(read(index, into));
    if (got != BlockSource.MISS) {
      int start = index * BLOCK;
      assertThat(Arrays.copyOf(into.array(), got))
          .isEqualTo(Arrays.copyOfRange(bytes, start, start + got));
      assertThat(got).isEqualTo(Math.min(BLOCK, SIZE - start));
    }
    assertThat(into.position()).isZero();
    return got;
  }

  private int await(CompletableFuture<Integer> future) {
    try {
      return time.await(future);
    } catch (Exception e) {
      throw new AssertionError("no read fails", e);
    }
  }

  private void all(Way way) {
    for (int i = 0; i < 4; i++) {
      members.ways.put(at(i), way);
    }
  }

  @Test
  void allBlocksAreReadFromTheirMembersWithOnePermit() {
    for (int index = 0; index <= 50; index++) {
      assertThat(read(index)).isPositive();
    }
    assertThat(permits).isEqualTo(1);
    assertThat(members.asked).contains(at(0), at(1), at(2)).doesNotContain(at(3)).hasSize(51);
    assertThat(source.statistics()).isEqualTo(new GroupSource.Statistics(51, SIZE, 0, 0));
  }

  @Test
  void blockBeyondTheEndIsAMissWithoutARequest() {
    assertThat(read(51)).isEqualTo(BlockSource.MISS);
    assertThat(members.asked).isEmpty();
  }

  @Test
  void hangingMemberCostsOneBoundedWait() {
    members.ways.put(at(1), Way.HANGS);
    long began = time.nanos();
    int misses = 0;
    for (int index = 0; index <= 50; index++) {
      misses += read(index) == BlockSource.MISS ? 1 : 0;
    }
    assertThat(misses).isEqualTo(1);
    assertThat(time.nanos() - began)
        .isBetween(GroupSource.READ_NANOS, GroupSource.READ_NANOS + TimeUnit.SECONDS.toNanos(1));
    assertThat(members.asked.stream().filter(at(1)::equals)).hasSize(1);
  }

  @Test
  void recoveredMemberIsAskedAgainAfterAPause() {
    members.ways.put(at(1), Way.REFUSES);
    for (int index = 0; index <= 50; index++) {
      read(index);
    }
    assertThat(members.asked.stream().filter(at(1)::equals)).hasSize(1);
    time.advanceMillis(1_000);
    for (int index = 0; index <= 50; index++) {
      read(index);
    }
    assertThat(members.asked.stream().filter(at(1)::equals)).as("tried once").hasSize(2);
    time.advanceMillis(2_000);
    members.ways.put(at(1), Way.ANSWERS);
    members.asked.clear();
    for (int index = 0; index <= 50; index++) {
      assertThat(read(index)).isPositive();
    }
    assertThat(members.asked.stream().filter(at(1)::equals)).hasSizeGreaterThan(5);
  }

  @Test
  void missesAreCheapWhenAllMembersHang() {
    all(Way.HANGS);
    for (int i = 0; i < 3; i++) {
      read(i);
    }
    members.ways.clear();
    all(Way.HANGS);
    for (int index = 0; index < 20; index++) {
      read(index);
    }
    long began = time.nanos();
    int asked = members.asked.size();
    for (int index = 0; index < 20; index++) {
      assertThat(read(index)).isEqualTo(BlockSource.MISS);
    }
    assertThat(members.asked.size() - asked).isLessThanOrEqualTo(3);
    assertThat(time.nanos() - began).isLessThanOrEqualTo(3 * GroupSource.READ_NANOS);
  }

  @Test
  void damagedShortOrBusyAnswersAreMisses() {
    for (Way way : List.of(Way.DAMAGES, Way.SHORTENS, Way.IS_BUSY)) {
      all(way);
      assertThat(read(0)).isEqualTo(BlockSource.MISS);
      assertThat(read(1)).isEqualTo(BlockSource.MISS);
    }
    all(Way.ANSWERS);
    assertThat(read(0)).isEqualTo(BLOCK);
  }

  @Test
  void memberWithoutACacheIsSkipped() {
    members.ways.put(at(1), Way.HAS_NO_CACHE);
    for (int index = 0; index <= 50; index++) {
      read(index);
    }
    assertThat(members.asked.stream().filter(at(1)::equals)).hasSize(1);
  }

  @Test
  void rejectedPermitIsRequestedAgainLater() {
    all(Way.TAKES_NO_PERMIT);
    assertThat(read(0)).isEqualTo(BlockSource.MISS);
    assertThat(read(1)).isEqualTo(BlockSource.MISS);
    assertThat(permits).isEqualTo(1);
    assertThat(members.asked).hasSize(1);
    all(Way.ANSWERS);
    time.advanceMillis(1_000);
    assertThat(read(0)).isEqualTo(BLOCK);
    assertThat(permits).isEqualTo(2);
  }

  @Test
  void permitsAreRenewedAndMustMatchTheGeneration() {
    assertThat(read(0)).isEqualTo(BLOCK);
    time.advanceMillis(480_001);
    assertThat(read(0)).isEqualTo(BLOCK);
    assertThat(permits).isEqualTo(2);
    time.advanceMillis(480_001);
    permit = new BlockPermit(OBJECT, GENERATION + 1, SIZE, 1, new byte[16]);
    members.asked.clear();
    assertThat(read(0)).isEqualTo(BlockSource.MISS);
    assertThat(members.asked).isEmpty();
    time.advanceMillis(1_000);
    permit = null;
    assertThat(read(0)).isEqualTo(BlockSource.MISS);
    assertThat(members.asked).isEmpty();
  }

  @Test
  void slowPermitIsNotAwaited() {
    permitMillis = 5_000;
    long began = time.nanos();
    assertThat(read(0)).isEqualTo(BlockSource.MISS);
    assertThat(time.nanos() - began)
        .isLessThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(GroupSource.PERMIT_MILLIS));
    time.advanceMillis(5_000);
    assertThat(read(0)).as("the permit is there").isEqualTo(BLOCK);
    assertThat(permits).isEqualTo(1);
  }

  @Test
  void halfOfTheRemainingTimeIsLeftForTheVolume() {
    assertThat(read(0)).isEqualTo(BLOCK);
    all(Way.HANGS);
    long began = time.nanos();
    CallDeadline call = new CallDeadline(began + TimeUnit.SECONDS.toNanos(1));
    ByteBuffer into = ByteBuffer.allocate(BLOCK);
    assertThat(await(call.within(() -> read(1, into)))).isEqualTo(BlockSource.MISS);
    assertThat(time.nanos() - began).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
  }

  @Test
  void newerViewOfTheGroupIsAdoptedAtOnce() {
    members.newest = view(2, 2);
    all(Way.KNOWS_NEWER_VIEW);
    for (int index = 0; index <= 50; index++) {
      assertThat(read(index)).isPositive();
    }
    assertThat(views.current().epoch()).isEqualTo(2);
    assertThat(members.asked).hasSize(52);
  }

  @Test
  void cachesAddedLaterAreDiscovered() {
    assertThat(views.adopt(view(2, 0))).isTrue();
    members.newest = view(3, 3);
    assertThat(read(0)).isEqualTo(BlockSource.MISS);
    assertThat(permits).isZero();
    time.advanceMillis(30_000);
    assertThat(read(0)).isEqualTo(BlockSource.MISS);
    assertThat(read(0)).isEqualTo(BLOCK);
  }

  @Test
  void blocksInFlightAreLimited() {
    assertThat(read(0)).isEqualTo(BLOCK);
    List<CompletableFuture<Integer>> reads = new ArrayList<>();
    for (int i = 0; i < GroupSource.MAX_IN_FLIGHT + 5; i++) {
      reads.add(read(i % 50, ByteBuffer.allocate(BLOCK)));
    }
    long hits = reads.stream().map(this::await).filter(got -> got == BLOCK).count();
    assertThat(hits).isEqualTo(GroupSource.MAX_IN_FLIGHT);
  }

  @Test
  void unsupportedBlockLengthsAreMisses() {
    ByteBuffer into = ByteBuffer.allocate(BLOCK);
    for (int blockBytes : new int[] {64, 5_000, 2 << 20}) {
      assertThat(
              await(
                  source.read(
                      new BlockSource.Block(
                          calls(), Caller.ROOT, OBJECT, GENERATION, blockBytes, 0),
                      into)))
          .isEqualTo(BlockSource.MISS);
    }
    assertThat(permits).isZero();
  }
}
