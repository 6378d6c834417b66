package io.gigafs.cache.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cache.CacheKey;
import io.gigafs.cache.TestBlocks;
import io.gigafs.cache.memory.MemoryCacheStore;
import io.gigafs.cache.service.CacheConnection.CacheServiceException;
import io.gigafs.cache.value.ValueHead;
import io.gigafs.cache.value.ValueInput;
import io.gigafs.cache.value.ValueOutput;
import io.gigafs.cache.value.ValueSettings;
import io.gigafs.cache.value.ValueStoreContract;
import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.cache.CacheOutcome;
import io.gigafs.protocol.cache.CacheReadRequest;
import io.gigafs.protocol.cache.CacheWriteRequest;
import io.gigafs.protocol.cluster.StatFsRequest;
import io.gigafs.protocol.cluster.StatFsRequest.StatFsResult;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.LeakCheck;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests failing servers and clients, and clients that violate the protocol. */
@ExtendWith(LeakCheck.class)
class CacheServerTest {
  private static final int BLOCK = 4 << 10;
  private static final CacheKey KEY = CacheKey.of("key");
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final CacheClientSettings SETTINGS =
      CacheClientSettings.DEFAULTS.withValues(new ValueSettings(BLOCK));

  private final Deque<AutoCloseable> closers = new ArrayDeque<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : closers) {
      each.close();
    }
  }

  private CacheServer server(int port, MemoryCacheStore store, long dataMemoryBytes)
      throws IOException {
    CacheServer server =
        new CacheServer(
            new Endpoint("127.0.0.1", port),
            store,
            CacheServerSettings.DEFAULTS.withTimeouts(60_000, 0).withDataMemory(dataMemoryBytes));
    closers.push(server);
    return server;
  }

  private CacheServer server(MemoryCacheStore store) throws IOException {
    return server(0, store, 1 << 20);
  }

  private CacheClient client(CacheServer server, CacheClientSettings settings) {
    CacheClient client = new CacheClient(server.endpoint(), settings);
    closers.push(client);
    return client;
  }

  private CacheConnection connection(CacheServer server) throws IOException {
    CacheConnection connection = new CacheConnection("server", Clock.system(), 20_000);
    connection.open(
        new InetSocketAddress(server.endpoint().host(), server.endpoint().port()), 7, 20_000);
    closers.push(connection::release);
    return connection;
  }

  private static MemoryCacheStore store() {
    return new MemoryCacheStore(16 << 20);
  }

  @Test
  void clientRecoversFromAServerFailureInMidValue() throws IOException {
    CacheServer first = server(store());
    CacheClient client = client(first, SETTINGS);
    byte[] bytes = TestBlocks.bytes(1, 50 * BLOCK);
    assertThat(client.put(KEY, ByteBuffer.wrap(bytes))).isTrue();
    ValueInput input = ValueStoreContract.opened(client, KEY);
    assertThat(input.readNBytes(10)).hasSize(10);
    ValueOutput output = client.create(CacheKey.of("other"));
    output.write(bytes);
    first.close();
    assertThatThrownBy(input::readAllBytes)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cache server " + first.endpoint());
    assertThatThrownBy(() -> write(output, bytes)).isInstanceOf(IOException.class);
    input.close();
    output.close();
    assertThatThrownBy(() -> client.get(KEY)).isInstanceOf(IOException.class);
    server(first.endpoint().port(), store(), 1 << 20);
    assertThat(client.get(KEY)).isNull();
    assertThat(client.put(KEY, ByteBuffer.wrap(bytes))).isTrue();
    assertThat(client.get(KEY)).isEqualTo(bytes);
  }

  private static void write(ValueOutput output, byte[] bytes) throws IOException {
    output.write(bytes);
    output.write(bytes);
    output.commit();
  }

  @Test
  void callOnAStaleConnectionIsRetried() throws IOException {
    CacheServer first = server(store());
    CacheClient client = client(first, SETTINGS);
    client.put(KEY, ByteBuffer.wrap(new byte[5]));
    first.close();
    server(first.endpoint().port(), store(), 1 << 20);
    assertThat(client.get(KEY)).isNull();
  }

  @Test
  void unresponsiveServerTimesOut() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, LOOPBACK);
        CacheClient client =
            new CacheClient(
                new Endpoint("127.0.0.1", silent.getLocalPort()), SETTINGS.withTimeouts(40, 40))) {
      assertThatThrownBy(() -> client.get(KEY))
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessageContaining("did not answer in time");
    }
  }

  @Test
  void interruptThrowsInterruptedIOException() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, LOOPBACK);
        CacheClient client =
            new CacheClient(new Endpoint("127.0.0.1", silent.getLocalPort()), SETTINGS)) {
      Thread reader = Thread.currentThread();
      Thread interrupter =
          new Thread(
              () -> {
                while (!receives(reader)) {
                  Thread.onSpinWait();
                }
                reader.interrupt();
              });
      interrupter.start();
      assertThatThrownBy(() -> client.get(KEY)).isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
      interrupter.join();
    }
  }

  private static boolean receives(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("nextFrame"));
  }

  @Test
  void errorSaysThatAllConnectionsAreInUse() throws IOException {
    CacheClient client =
        client(server(store()), SETTINGS.withMaxConnections(1).withTimeouts(20_000, 3_000));
    client.put(KEY, ByteBuffer.wrap(new byte[3 * BLOCK]));
    try (ValueInput input = ValueStoreContract.opened(client, KEY)) {
      assertThat(input.length()).isEqualTo(3 * BLOCK);
      assertThatThrownBy(() -> client.get(KEY))
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessageContaining("all 1 connections");
    }
    assertThat(client.get(KEY)).hasSize(3 * BLOCK);
  }

  @Test
  void blocksOfADisconnectedWriterAreRemoved() throws IOException {
    MemoryCacheStore store = store();
    CacheServer server = server(store);
    CacheConnection connection = connection(server);
    Payload payload = Payload.of(new byte[BLOCK]);
    int crc = TestBlocks.crc(new byte[BLOCK]);
    long id = connection.send(new CacheWriteRequest(KEY.toBytes(), 5, 0, crc, payload), payload);
    assertThat(connection.receive(id, CacheWriteRequest.OPCODE, CacheOutcome.class).isDone())
        .isTrue();
    assertThat(store.usage().blocks()).isEqualTo(1);
    connection.close();
    server.close();
    assertThat(server.openValues()).isZero();
  }

  @Test
  void invalidHeadsAreRefused() throws IOException {
    CacheConnection connection = connection(server(store()));
    assertRefused(connection, new byte[5], "not the head");
    ByteBuffer blocks = ByteBuffer.allocate(36);
    new ValueHead(10, 5, 4096, 1).write(blocks);
    assertRefused(connection, blocks.array(), "other blocks");
  }

  private static void assertRefused(CacheConnection connection, byte[] head, String reason)
      throws IOException {
    Payload payload = Payload.of(head);
    CacheWriteRequest request =
        new CacheWriteRequest(
            KEY.toBytes(), 5, CacheReadRequest.HEAD, TestBlocks.crc(head), payload);
    long id = connection.send(request, payload);
    assertThatThrownBy(() -> connection.receive(id, CacheWriteRequest.OPCODE, CacheOutcome.class))
        .isInstanceOf(CacheServiceException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void corruptedBlockIsRefused() throws IOException {
    CacheServer server = server(store());
    CacheConnection connection = connection(server);
    assertDamagedBlockIsRefused(connection, sendDamagedBlock(connection));
  }

  /** A client sends the head of a value before it knows that the blocks were stored. */
  @Test
  void headOfAnIncompleteValueIsRefused() throws IOException {
    MemoryCacheStore store = store();
    CacheConnection connection = connection(server(store));
    Payload whole = Payload.of(new byte[4096]);
    int crc = TestBlocks.crc(new byte[4096]);
    CacheWriteRequest request = new CacheWriteRequest(KEY.toBytes(), 5, 0, crc, whole);
    long block = connection.send(request, whole);
    long damaged = sendDamagedBlock(connection);
    ByteBuffer bytes = ByteBuffer.allocate(ValueHead.BYTES + 2 * Integer.BYTES);
    new ValueHead(4196, 5, 4096, 2).write(bytes);
    Payload payload = Payload.of(bytes.array());
    CacheWriteRequest headRequest =
        new CacheWriteRequest(
            KEY.toBytes(), 5, CacheReadRequest.HEAD, TestBlocks.crc(bytes.array()), payload);
    long head = connection.send(headRequest, payload);
    assertThat(connection.receive(block, CacheWriteRequest.OPCODE, CacheOutcome.class).isDone())
        .isTrue();
    assertDamagedBlockIsRefused(connection, damaged);
    assertThat(connection.receive(head, CacheWriteRequest.OPCODE, CacheOutcome.class).isDone())
        .isFalse();
    assertThat(store.usage().blocks()).isZero();
  }

  private static long sendDamagedBlock(CacheConnection connection) throws IOException {
    Payload payload = Payload.of(new byte[100]);
    return connection.send(new CacheWriteRequest(KEY.toBytes(), 5, 1, 1, payload), payload);
  }

  private static void assertDamagedBlockIsRefused(CacheConnection connection, long id) {
    assertThatThrownBy(() -> connection.receive(id, CacheWriteRequest.OPCODE, CacheOutcome.class))
        .isInstanceOf(CacheServiceException.class)
        .hasMessageContaining("checksum");
  }

  @Test
  void fileServerRequestsAreRefused() throws IOException {
    CacheConnection connection = connection(server(store()));
    long id = connection.add(new StatFsRequest());
    connection.flush();
    assertThatThrownBy(() -> connection.receive(id, StatFsRequest.OPCODE, StatFsResult.class))
        .isInstanceOf(CacheServiceException.class)
        .hasMessageContaining("this is a cache server");
  }

  @Test
  void connectionsOfOtherProtocolsAreClosed() throws IOException {
    CacheServer server = server(store());
    for (String garbage : new String[] {"GET / HTTP/1.1\r\n\r\n", "set key 0 0 5\r\nhello\r\n"}) {
      try (Socket socket = new Socket(LOOPBACK, server.endpoint().port())) {
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(garbage.getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
      }
    }
    CacheClient client = client(server, SETTINGS);
    assertThat(client.put(KEY, ByteBuffer.wrap(new byte[1]))).isTrue();
  }

  /** Unread replies to many large requests neither exhaust memory nor block other clients. */
  @Test
  void memoryIsBoundedForClientsThatReadNothing() throws Exception {
    CacheServer server = server(0, new MemoryCacheStore(64 << 20), 4 << 20);
    CacheClient client = client(server, CacheClientSettings.DEFAULTS);
    byte[] bytes = TestBlocks.bytes(1, 1 << 20);
    assertThat(client.put(KEY, ByteBuffer.wrap(bytes))).isTrue();
    for (int i = 0; i < 3; i++) {
      CacheConnection greedy = connection(server);
      for (int j = 0; j < 50; j++) {
        var unused =
            greedy.add(new CacheReadRequest(KEY.toBytes(), 0, CacheReadRequest.HEAD, 2 << 20));
      }
      greedy.flush();
    }
    assertThat(server.mostDataBytes()).isLessThanOrEqualTo(4 << 20);
    closers.pop().close();
    closers.pop().close();
    closers.pop().close();
    assertThat(client.get(KEY)).isEqualTo(bytes);
    assertThat(server.mostDataBytes()).isLessThanOrEqualTo(4 << 20);
  }

  @Test
  void errorSaysThatTheAddressIsInUse() throws IOException {
    CacheServer server = server(store());
    assertThatThrownBy(() -> server(server.endpoint().port(), store(), 1 << 20))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the address is in use already");
  }
}
