package io.gigafs.client.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.volume.ObjectStatus;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests for objects that are read and written through a server, which answers when the test lets
 * it.
 */
class RelayedObjectTest {
  private static final int MIB = 1 << 20;

  private final RelayedServer server = new RelayedServer(new Random(1));
  private final ServerRelay relay = new ServerRelay(64L * MIB, server);
  private final ObjectAccess object = relay.open(server);

  @Test
  void gathersSmallWritesIntoChunks() {
    for (int i = 0; i < 3 * 1024; i++) {
      assertThat(object.write(i * 1024L, bytes(i, 1024))).isDone();
    }
    assertThat(object.flush()).isNotDone();
    server.run();
    assertThat(server.writes).isEqualTo(3);
    assertThat(server.size()).isEqualTo(3 * MIB);
    assertThat(relay.memory().budget().usedBytes()).isZero();
  }

  @Test
  void writersAreThrottledWhileMuchIsInFlight() {
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      writes.add(object.write((long) i * MIB, bytes(i, MIB)));
    }
    assertThat(writes.stream().filter(CompletableFuture::isDone)).hasSize(8);
    server.run();
    assertThat(writes).allMatch(CompletableFuture::isDone);
    assertThat(server.size()).isEqualTo(40 * MIB);
  }

  @Test
  void sequentialReadsArePrefetched() {
    server.setSize(64 * MIB);
    for (int i = 0; i < 64; i++) {
      CompletableFuture<Integer> read = object.read((long) i * MIB, ByteBuffer.allocate(MIB));
      while (!read.isDone()) {
        server.step();
      }
      assertThat(read.join()).isEqualTo(MIB);
    }
    assertThat(server.mostReadsUnderWay).isGreaterThan(4);
    assertThat(server.reads).isBetween(64, 64 + 8);
    object.invalidate();
    server.run();
    assertThat(relay.memory().budget().usedBytes()).isZero();
  }

  @Test
  void randomReadsAreNotPrefetched() {
    server.setSize(64 * MIB);
    for (int i : new int[] {5, 3, 60, 2}) {
      assertThat(read(i * MIB + 100, 4096)).isEqualTo(4096);
    }
    assertThat(server.reads).isEqualTo(4);
    assertThat(server.readBytes).isEqualTo(4 * 4096);
  }

  @Test
  void readSeesGrowthBeyondTheEnd() {
    server.setSize(10);
    assertThat(read(0, 100)).isEqualTo(10);
    assertThat(read(10, 100)).isZero();
    server.setSize(20);
    assertThat(read(10, 100)).isEqualTo(10);
  }

  @Test
  void failureIsReportedOnce() {
    server.fails = ErrorCode.ENOSPC;
    assertThat(object.write(0, bytes(1, 10))).isDone();
    CompletableFuture<Void> flushed = object.flush();
    server.run();
    assertThat(codeOf(flushed)).isEqualTo(ErrorCode.ENOSPC);
    server.fails = null;
    CompletableFuture<Void> again = object.flush();
    server.run();
    assertThat(again).isCompletedWithValue(null);
  }

  @Test
  void failureIsReportedByTheNextWrite() {
    server.fails = ErrorCode.ENOSPC;
    assertThat(object.write(0, bytes(1, MIB))).isDone();
    server.run();
    assertThat(codeOf(object.write(MIB, bytes(1, 10)))).isEqualTo(ErrorCode.ENOSPC);
  }

  @Test
  void missingObjectFailsWithEnodata() {
    server.fails = ErrorCode.ENODATA;
    CompletableFuture<Integer> read = object.read(0, ByteBuffer.allocate(10));
    server.run();
    assertThat(codeOf(read)).isEqualTo(ErrorCode.ENODATA);
  }

  @Test
  void damagedBytesAreRejected() {
    server.setSize(MIB);
    server.damaged = 2;
    assertThat(read(100, 10)).isEqualTo(10);
    server.damaged = 100;
    CompletableFuture<Integer> read = object.read(100, ByteBuffer.allocate(10));
    server.run();
    assertThatThrownBy(read::join).hasMessageContaining("damaged");
  }

  @Test
  void syncFollowsPendingWrites() {
    assertThat(object.write(0, bytes(1, 10))).isDone();
    CompletableFuture<Void> synced = object.sync();
    CompletableFuture<ObjectStatus> status = object.status();
    server.run();
    assertThat(synced).isCompletedWithValue(null);
    assertThat(server.syncedSize).isEqualTo(10);
    assertThat(status.join().size()).isEqualTo(10);
  }

  static IntStream seeds() {
    return IntStream.range(0, 30);
  }

  /** Answers arrive in random order, with little memory for data. */
  @ParameterizedTest
  @MethodSource("seeds")
  void readsReturnWrittenBytes(int seed) {
    Random random = new Random(seed);
    RelayedServer shuffled = new RelayedServer(random);
    ServerRelay tight = new ServerRelay(random.nextBoolean() ? 300_000 : 5L * MIB, shuffled);
    ObjectAccess access = tight.open(shuffled);
    byte[] reference = new byte[8 * MIB];
    int size = 0;
    for (int i = 0; i < 60; i++) {
      int length = 1 + random.nextInt(1 << random.nextInt(22));
      int offset = random.nextInt(3) == 0 ? Math.min(size, 4 * MIB) : random.nextInt(4 * MIB);
      switch (random.nextInt(4)) {
        case 0, 1 -> {
          byte[] bytes = new byte[length];
          random.nextBytes(bytes);
          CompletableFuture<Void> written = access.write(offset, ByteBuffer.wrap(bytes));
          System.arraycopy(bytes, 0, reference, offset, length);
          size = Math.max(size, offset + length);
          if (random.nextBoolean()) {
            shuffled.run();
            written.join();
          }
        }
        case 2 -> {
          ByteBuffer into = ByteBuffer.allocate(length);
          CompletableFuture<Integer> read = access.read(offset, into);
          shuffled.run();
          assertThat(read.join()).isEqualTo(Math.max(0, Math.min(length, size - offset)));
          assertThat(
                  Arrays.equals(
                      Arrays.copyOf(into.array(), into.position()),
                      Arrays.copyOfRange(reference, offset, offset + into.position())))
              .as("seed %s, step %s", seed, i)
              .isTrue();
        }
        default -> {
          CompletableFuture<Void> flushed = access.flush();
          shuffled.run();
          flushed.join();
        }
      }
    }
    CompletableFuture<Void> closed = access.close();
    shuffled.run();
    closed.join();
    assertThat(Arrays.equals(shuffled.contents(), Arrays.copyOf(reference, size))).isTrue();
    assertThat(tight.memory().budget().usedBytes()).isZero();
  }

  /** No access starves while others hold memory, and the budget is never exceeded. */
  @ParameterizedTest
  @MethodSource("seeds")
  void accessesShareTheMemoryFairly(int seed) {
    Random random = new Random(seed);
    ServerRelay tight = new ServerRelay(4L * MIB, server);
    List<RelayedServer> servers = new ArrayList<>();
    List<ObjectAccess> accesses = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      RelayedServer own = new RelayedServer(random);
      own.setSize(8 * MIB);
      servers.add(own);
      accesses.add(tight.open(own));
    }
    for (int round = 0; round < 8; round++) {
      List<CompletableFuture<?>> begun = new ArrayList<>();
      for (int i = 0; i < accesses.size(); i++) {
        begun.add(
            i % 2 == 0
                ? accesses.get(i).write(round * 100_000L, bytes(round, 100_000))
                : accesses.get(i).read(round * 100_000L, ByteBuffer.allocate(100_000)));
      }
      while (servers.stream().anyMatch(RelayedServer::isBusy)) {
        servers.forEach(RelayedServer::run);
      }
      assertThat(begun).allMatch(CompletableFuture::isDone);
    }
    assertThat(tight.memory().budget().mostBytes()).isLessThanOrEqualTo(4L * MIB);
    accesses.forEach(ObjectAccess::close);
    servers.forEach(RelayedServer::run);
    assertThat(tight.memory().budget().usedBytes()).isZero();
  }

  private int read(long offset, int length) {
    CompletableFuture<Integer> read = object.read(offset, ByteBuffer.allocate(length));
    server.run();
    return read.join();
  }

  private static ErrorCode codeOf(CompletableFuture<?> failed) {
    return failed.handle((done, failure) -> ((GigaException) Futures.cause(failure)).code()).join();
  }

  private static ByteBuffer bytes(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }
}
