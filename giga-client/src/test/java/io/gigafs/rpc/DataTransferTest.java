package io.gigafs.rpc;

import static io.gigafs.rpc.RpcFixture.ask;
import static io.gigafs.rpc.RpcFixture.await;
import static io.gigafs.rpc.RpcFixture.created;
import static io.gigafs.rpc.RpcFixture.failure;
import static io.gigafs.rpc.RpcFixture.in;
import static io.gigafs.rpc.RpcFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.Endpoint;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.data.ReadObjectRequest;
import io.gigafs.protocol.data.WriteObjectRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests for file data in requests and answers, and for the memory that it takes. */
@ExtendWith(LeakCheck.class)
final class DataTransferTest {
  private static final int MIB = 1 << 20;

  private RpcFixture rpc = new RpcFixture(Transport.AUTO);
  private final Store store = new Store();

  @AfterEach
  void close() {
    rpc.close();
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void carriesBytesBothWays(Transport transport) throws Exception {
    rpc = new RpcFixture(transport);
    Endpoint server = rpc.server(store).endpoint();
    NettyRpcClient client = rpc.client();
    List<CompletableFuture<Answer<Empty>>> writes = new ArrayList<>();
    List<CompletableFuture<Answer<DataChunk>>> reads = new ArrayList<>();
    for (int length : new int[] {MIB, 0, 1, 4_095, 4_096, 65_536, 500_000, MIB, MIB}) {
      writes.add(client.call(server, write(length, length), in(20_000)));
      reads.add(client.call(server, read(length, length), in(20_000)));
      assertThat(ask(client, server, 1 + length)).isEqualTo(created(1 + length));
    }
    for (CompletableFuture<Answer<Empty>> write : writes) {
      assertThat(await(write)).isInstanceOf(Answer.Done.class);
    }
    for (CompletableFuture<Answer<DataChunk>> read : reads) {
      if (await(read) instanceof Answer.Done<DataChunk> done) {
        DataChunk chunk = done.result();
        assertThat(chunk.payload().crc()).isEqualTo(chunk.crc());
        chunk.payload().release();
      }
    }
    assertThat(store.broken).isEmpty();
    assertThat(store.written).isEqualTo(9);
  }

  static IntStream memories() {
    return IntStream.of(1, 3 * MIB, 64 * MIB);
  }

  /** All calls complete with any amount of memory, and never exceed it. */
  @ParameterizedTest
  @MethodSource("memories")
  void boundsTheMemoryOfAllConnections(int memory) throws Exception {
    NettyRpcServer server =
        rpc.server(store, rpc.serverSettings().toBuilder().dataMemoryBytes(memory).build());
    List<CompletableFuture<Answer<Empty>>> writes = new ArrayList<>();
    List<CompletableFuture<Answer<DataChunk>>> reads = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      NettyRpcClient client = rpc.client();
      for (int j = 0; j < 4; j++) {
        writes.add(client.call(server.endpoint(), write(i * 4 + j, MIB), in(50_000)));
        reads.add(client.call(server.endpoint(), read(i * 4 + j, MIB), in(50_000)));
      }
    }
    for (CompletableFuture<Answer<Empty>> write : writes) {
      assertThat(await(write)).isInstanceOf(Answer.Done.class);
    }
    for (CompletableFuture<Answer<DataChunk>> read : reads) {
      Payload.releaseOf(await(read));
    }
    assertThat(store.broken).isEmpty();
    // A frame is slightly longer than its payload.
    assertThat(server.dataMemory().mostBytes()).isLessThan(Math.max(memory, MIB + 1_000) + 1L);
    until(() -> server.dataMemory().usedBytes() == 0);
  }

  @Test
  void slowClientLeavesMemoryForOthers() throws Exception {
    Queue<Runnable> held = new ConcurrentLinkedQueue<>();
    store.held = held;
    NettyRpcServer server =
        rpc.server(store, rpc.serverSettings().toBuilder().dataMemoryBytes(16 * MIB).build());
    NettyRpcClient slow = rpc.client();
    for (int i = 0; i < 40; i++) {
      CompletableFuture<?> unused = slow.call(server.endpoint(), read(i, MIB), in(30_000));
      unused.whenComplete(
          (answer, failure) -> {
            if (answer != null) {
              Payload.releaseOf(answer);
            }
          });
    }
    // One client gets an eighth of the memory: two requests.
    until(() -> held.size() == 2);
    store.held = null;
    Answer<DataChunk> read =
        await(rpc.client().call(server.endpoint(), read(100, MIB), in(20_000)));
    assertThat(read).isInstanceOf(Answer.Done.class);
    Payload.releaseOf(read);
    assertThat(held).hasSize(2);
    held.forEach(Runnable::run);
    until(() -> server.dataMemory().usedBytes() == 0);
  }

  @Test
  void answersToADisconnectedClientAreReleased() throws Exception {
    NettyRpcServer server = rpc.server(store);
    Queue<Runnable> held = holdUntilTheClientIsGone(server, 20);
    until(() -> server.connections() == 0);
    held.forEach(Runnable::run);
    until(() -> server.dataMemory().usedBytes() == 0);
  }

  @Test
  void waitingRequestsOfADisconnectedClientAreDropped() throws Exception {
    NettyRpcServer server =
        rpc.server(store, rpc.serverSettings().toBuilder().dataMemoryBytes(16 * MIB).build());
    Queue<Runnable> held = holdUntilTheClientIsGone(server, 1);
    store.held = null;
    held.forEach(Runnable::run);
    until(() -> server.connections() == 0 && server.dataMemory().usedBytes() == 0);
  }

  private Queue<Runnable> holdUntilTheClientIsGone(NettyRpcServer server, int reached) {
    Queue<Runnable> held = new ConcurrentLinkedQueue<>();
    store.held = held;
    NettyRpcClient client = rpc.client();
    List<CompletableFuture<?>> calls = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      calls.add(client.call(server.endpoint(), write(i, MIB), in(30_000)));
      calls.add(client.call(server.endpoint(), read(i, MIB), in(30_000)));
    }
    until(() -> held.size() == reached);
    client.close();
    calls.forEach(call -> assertThat(failure(call)).isNotNull());
    return held;
  }

  @Test
  void unsentPayloadsAreReleased() throws Exception {
    NettyRpcServer gone = rpc.server(store);
    gone.close();
    NettyRpcClient client = rpc.client();
    for (int i = 0; i < 10; i++) {
      assertThat(failure(client.call(gone.endpoint(), write(i, MIB), in(1_000)))).isNotNull();
    }
    client.close();
    assertThat(failure(client.call(gone.endpoint(), write(1, MIB), in(1_000)))).isNotNull();
  }

  @Test
  void lateAnswersAreReleased() throws Exception {
    Queue<Runnable> held = new ConcurrentLinkedQueue<>();
    store.held = held;
    NettyRpcServer server = rpc.server(store);
    NettyRpcClient client = rpc.client();
    // If this thread stalls, the deadline passes before the call is sent; the test tries again.
    until(
        () -> {
          CompletableFuture<?> late = client.call(server.endpoint(), read(1, MIB), in(50));
          assertThat(failure(late)).isNotNull();
          return !held.isEmpty();
        });
    store.held = null;
    held.forEach(Runnable::run);
    Payload.releaseOf(await(client.call(server.endpoint(), read(1, MIB), in(20_000))));
    until(() -> server.dataMemory().usedBytes() == 0);
  }

  private static WriteObjectRequest write(long number, int length) {
    Payload payload = Payload.of(pattern(number, length));
    return new WriteObjectRequest(
        InodeId.ROOT,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        new Sequence(number + 1, 0),
        Name.of("file"),
        new FileHandle(InodeId.ROOT, 1, 1),
        false,
        number,
        payload.crc(),
        payload);
  }

  private static ReadObjectRequest read(long number, int length) {
    return new ReadObjectRequest(
        InodeId.ROOT,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        Name.of("file"),
        new FileHandle(InodeId.ROOT, 1, 1),
        number,
        length);
  }

  private static ByteBuf pattern(long number, int length) {
    ByteBuf bytes = PooledByteBufAllocator.DEFAULT.directBuffer(Math.max(1, length));
    for (int i = 0; i + Long.BYTES <= length; i += Long.BYTES) {
      bytes.writeLong(number * 31 + i);
    }
    while (bytes.readableBytes() < length) {
      bytes.writeByte((int) number);
    }
    return bytes;
  }

  /** Checks written data and generates the data that is read. */
  private static final class Store extends EchoHandler {
    final Queue<String> broken = new ConcurrentLinkedQueue<>();

    /** Answers that the test holds back; null if none are held. */
    volatile @Nullable Queue<Runnable> held;

    volatile int written;

    @Override
    @SuppressWarnings("unchecked") // as the opcode says
    public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
      if (request instanceof WriteObjectRequest write) {
        later(() -> write(write, (Exchange<Empty>) exchange));
      } else if (request instanceof ReadObjectRequest read) {
        later(() -> read(read, (Exchange<DataChunk>) exchange));
      } else {
        super.handle(request, exchange);
      }
    }

    private void later(Runnable answer) {
      Queue<Runnable> holds = held;
      if (holds == null) {
        answer.run();
      } else {
        holds.add(answer);
      }
    }

    private synchronized void write(WriteObjectRequest write, Exchange<Empty> exchange) {
      ByteBuf expected = pattern(write.offset(), write.payload().length());
      ByteBuffer[] buffers = write.payload().buffers();
      if (write.payload().crc() != write.crc()
          || buffers.length != 1
          || !buffers[0].equals(expected.nioBuffer())) {
        broken.add("write " + write.offset());
      }
      expected.release();
      written++;
      exchange.answer(new Answer.Done<>(Empty.INSTANCE));
    }

    private static void read(ReadObjectRequest read, Exchange<DataChunk> exchange) {
      Payload payload = Payload.of(pattern(read.offset(), read.length()));
      exchange.answer(new Answer.Done<>(new DataChunk(payload, payload.crc())));
    }
  }
}
