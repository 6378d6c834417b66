package io.gigafs.cache.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.TestBlocks;
import io.gigafs.cache.segment.SegmentSettings;
import io.gigafs.cache.segment.SegmentStore;
import io.gigafs.cache.value.ValueInput;
import io.gigafs.cache.value.ValueSettings;
import io.gigafs.cache.value.ValueStore;
import io.gigafs.cache.value.ValueStoreContract;
import io.gigafs.cluster.Endpoint;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.LeakCheck;
import io.gigafs.rpc.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests values of a server that sends long blocks directly from its store's files. */
@ExtendWith(LeakCheck.class)
class CacheClientOnSegmentsTest extends ValueStoreContract {
  private static final int LARGE = 5_000_000;

  @TempDir Path directory;
  private SegmentStore store;
  private CacheServer server;
  private CacheClient client;

  @BeforeEach
  void open() throws IOException {
    open(Transport.AUTO, new ValueSettings(BLOCK));
  }

  private void open(Transport transport, ValueSettings values) throws IOException {
    store = SegmentStore.open(SegmentSettings.of(directory, 256 << 20), Clock.system());
    server =
        new CacheServer(
            new Endpoint("127.0.0.1", 0), store, CacheServerSettings.DEFAULTS, transport);
    client = new CacheClient(server.endpoint(), CacheClientSettings.DEFAULTS.withValues(values));
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
  }

  @Override
  protected ValueStore values() {
    return client;
  }

  @Override
  protected CacheStore store() {
    return store;
  }

  @ParameterizedTest
  @EnumSource(
      value = Transport.class,
      names = {"EPOLL", "NIO"})
  void valuesSurviveAServerRestart(Transport transport) throws IOException {
    close();
    open(transport, ValueSettings.DEFAULTS);
    byte[] large = TestBlocks.bytes(1, LARGE);
    byte[] middle = TestBlocks.bytes(2, 600_000);
    client.put(CacheKey.of("large"), ByteBuffer.wrap(large));
    client.put(CacheKey.of("middle"), ByteBuffer.wrap(middle));
    client.put(CacheKey.of("small"), ByteBuffer.wrap(TestBlocks.bytes(3, 9)));
    close();
    open(transport, ValueSettings.DEFAULTS);
    assertThat(client.get(CacheKey.of("large"))).isEqualTo(large);
    assertThat(client.get(CacheKey.of("middle"))).isEqualTo(middle);
    assertThat(client.get(CacheKey.of("small"))).isEqualTo(TestBlocks.bytes(3, 9));
    assertThat(client.usage().blocks()).isEqualTo(1 + 5 + 1 + 1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Transport.class,
      names = {"EPOLL", "NIO"})
  void longestBlocksAreServed(Transport transport) throws IOException {
    close();
    open(transport, new ValueSettings(CacheStore.MAX_BLOCK_BYTES));
    byte[] bytes = TestBlocks.bytes(1, 3 * CacheStore.MAX_BLOCK_BYTES);
    for (int length :
        new int[] {
          CacheStore.MAX_BLOCK_BYTES - 32,
          CacheStore.MAX_BLOCK_BYTES,
          bytes.length - 1,
          bytes.length
        }) {
      assertThat(client.put(CacheKey.of("key"), ByteBuffer.wrap(bytes, 0, length))).isTrue();
      ByteBuffer into = ByteBuffer.allocate(bytes.length);
      assertThat(client.get(CacheKey.of("key"), into)).isEqualTo(length);
      assertThat(into.flip()).isEqualTo(ByteBuffer.wrap(bytes, 0, length));
    }
  }

  @Test
  void streamSkipsBytes() throws IOException {
    byte[] bytes = TestBlocks.bytes(1, 10 * BLOCK);
    client.put(CacheKey.of("key"), ByteBuffer.wrap(bytes));
    try (ValueInput input = opened(client, CacheKey.of("key"))) {
      input.skipNBytes(7 * BLOCK + 3);
      assertThat(input.read()).isEqualTo(bytes[7 * BLOCK + 3] & 0xff);
    }
  }
}
