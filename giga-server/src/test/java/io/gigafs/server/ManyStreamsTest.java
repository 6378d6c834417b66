package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.DataBuffers;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the memory of a real server and a client for the bytes of 1,000 concurrent streams.
 *
 * <p>A server uses at most its {@code data-memory}; a client uses 64 MiB for read-ahead and
 * unwritten bytes, and the write that each caller waits for. Buffers are up to a third longer than
 * their contents, and come in arenas of 4 MiB.
 */
class ManyStreamsTest {
  private static final int STREAMS = 1_000;
  private static final int BLOCK_BYTES = 96 << 10;
  private static final int BLOCKS = 5;
  private static final long MIB = 1 << 20;
  private static final long SERVER_BYTES = 16 * MIB;
  private static final long CLIENT_BYTES = 64 * MIB;
  private static final long CALLERS_BYTES = (long) STREAMS * BLOCK_BYTES;
  private static final long ARENAS_BYTES = 64 * MIB;

  /**
   * For server and client, which share this process; all streams together have half as much again.
   */
  private static final long MAX_BYTES =
      (SERVER_BYTES + CLIENT_BYTES + CALLERS_BYTES) * 4 / 3 + ARENAS_BYTES;

  private final AtomicLong mostBytes = new AtomicLong();

  @Test
  void manyStreamsUseBoundedMemory(@TempDir Path directory) throws Exception {
    try (TestCluster cluster =
        TestCluster.start(
            directory, 1, 8, 8_000, settings -> settings.dataMemoryBytes(SERVER_BYTES))) {
      cluster.addPosixVolume("v");
      ClientSettings settings =
          ClientSettings.builder(cluster.endpoints())
              .timeout(Duration.ofMinutes(2))
              .dataPath(DataPath.SERVER)
              .build();
      try (GigaClient client = GigaClients.connect(settings)) {
        all(stream -> write(client.async(), stream));
        all(stream -> read(client.async(), stream));
      }
      // The client has one data connection, which may use an eighth of the server's memory.
      assertThat(cluster.dataMemory(0).mostBytes()).isBetween(MIB, SERVER_BYTES / 8);
      assertThat(mostBytes).hasValueLessThan(MAX_BYTES);
    }
  }

  private static void all(Function<Integer, CompletableFuture<Void>> stream) throws Exception {
    List<CompletableFuture<Void>> begun = new ArrayList<>();
    for (int i = 0; i < STREAMS; i++) {
      begun.add(stream.apply(i));
    }
    Futures.allOf(begun).get(240, TimeUnit.SECONDS);
  }

  private CompletableFuture<Void> write(AsyncGigaClient client, int stream) {
    return client
        .open(pathOf(stream), OpenOptions.of(Flag.WRITE, Flag.CREATE).withMode(0600))
        .thenCompose(file -> writeFrom(file, stream, 0).thenCompose(written -> file.closeAsync()));
  }

  private CompletableFuture<Void> writeFrom(OpenFile file, int stream, int block) {
    measure();
    return block == BLOCKS
        ? CompletableFuture.completedFuture(null)
        : file.write((long) block * BLOCK_BYTES, ByteBuffer.wrap(bytes(stream, block)))
            .thenCompose(written -> writeFrom(file, stream, block + 1));
  }

  private CompletableFuture<Void> read(AsyncGigaClient client, int stream) {
    return client
        .open(pathOf(stream), OpenOptions.READ)
        .thenCompose(file -> readFrom(file, stream, 0).thenCompose(read -> file.closeAsync()));
  }

  private CompletableFuture<Void> readFrom(OpenFile file, int stream, int block) {
    measure();
    if (block == BLOCKS) {
      return CompletableFuture.completedFuture(null);
    }
    ByteBuffer into = ByteBuffer.allocate(BLOCK_BYTES);
    return file.read((long) block * BLOCK_BYTES, into)
        .thenCompose(
            length -> {
              assertThat(into.flip()).isEqualTo(ByteBuffer.wrap(bytes(stream, block)));
              return readFrom(file, stream, block + 1);
            });
  }

  private void measure() {
    mostBytes.accumulateAndGet(
        PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory()
            + DataBuffers.INSTANCE.keptBytes(),
        Math::max);
  }

  private static GigaPath pathOf(int stream) {
    return GigaPath.parse("/stream" + stream);
  }

  private static byte[] bytes(int stream, int block) {
    byte[] bytes = new byte[BLOCK_BYTES];
    new Random(stream * 31L + block).nextBytes(bytes);
    return bytes;
  }
}
