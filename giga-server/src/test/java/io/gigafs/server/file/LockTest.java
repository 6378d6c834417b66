package io.gigafs.server.file;

import static io.gigafs.client.OpenOptions.Flag.CREATE;
import static io.gigafs.client.OpenOptions.Flag.READ;
import static io.gigafs.client.OpenOptions.Flag.WRITE;
import static io.gigafs.protocol.file.LockType.EXCLUSIVE;
import static io.gigafs.protocol.file.LockType.SHARED;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.OpenFile;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.FlockRequest;
import io.gigafs.protocol.file.LockRequest;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Advisory locks across clients. */
class LockTest {
  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient one;
  private OpenFile mine;
  private OpenFile other;

  @BeforeEach
  void start() throws Exception {
    cluster = Setup.seeded(1).withServers(2, 4).start(directory);
    cluster.addVolume("v");
    one = cluster.client();
    mine = one.open("/f", READ, WRITE, CREATE);
    other = cluster.client().open("/f", READ, WRITE);
  }

  private <T> T await(CompletableFuture<T> future) throws GigaException {
    return cluster.simulation().await(future);
  }

  private static void assertFails(ErrorCode code, Callable<?> call) {
    assertThatThrownBy(call::call)
        .isInstanceOfSatisfying(
            GigaException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  @Test
  void ownersOfOneClientConflict() throws Exception {
    await(mine.lock(1, EXCLUSIVE, 0, 10, false));
    await(mine.lock(1, SHARED, 0, 5, false));
    assertFails(ErrorCode.EAGAIN, () -> await(mine.lock(2, SHARED, 5, 1, false)));
    await(mine.lock(2, SHARED, 0, 5, false));
    assertThat(await(other.findConflict(1, EXCLUSIVE, 5, 0)))
        .hasValueSatisfying(
            lock -> {
              assertThat(lock.owner()).isEqualTo(1);
              assertThat(lock.type()).isEqualTo(EXCLUSIVE);
              assertThat(lock.start()).isEqualTo(5);
              assertThat(lock.length()).isEqualTo(5);
            });
    await(mine.unlock(1, 0, 0));
    await(other.lock(1, EXCLUSIVE, 5, 0, false));
  }

  @Test
  void locksRequireAHandleOfTheirMode() throws Exception {
    OpenFile reader = one.open("/f", READ);
    assertFails(ErrorCode.EBADF, () -> await(reader.lock(1, EXCLUSIVE, 0, 0, false)));
    await(reader.lock(1, SHARED, 0, 0, false));
    OpenFile writer = one.open("/f", WRITE);
    assertFails(ErrorCode.EBADF, () -> await(writer.lock(1, SHARED, 0, 0, false)));
    assertFails(ErrorCode.EINVAL, () -> await(writer.lock(1, EXCLUSIVE, -1, 1, false)));
    assertFails(
        ErrorCode.EOVERFLOW, () -> await(writer.lock(1, EXCLUSIVE, 2, Long.MAX_VALUE, false)));
  }

  @Test
  void waitersAreServedInOrder() throws Exception {
    await(mine.lock(1, EXCLUSIVE, 0, 0, false));
    List<Integer> order = new ArrayList<>();
    List<OpenFile> files = new ArrayList<>();
    List<CompletableFuture<Void>> waiting = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int number = i;
      OpenFile file = cluster.client().open("/f", READ, WRITE);
      files.add(file);
      waiting.add(file.lock(1, EXCLUSIVE, 0, 0, true).thenRun(() -> order.add(number)));
      cluster.simulation().runMillis(100);
    }
    // Each waiter retries several times meanwhile, and keeps its position.
    cluster.simulation().runMillis(12_000);
    assertThat(order).isEmpty();
    await(mine.unlock(1, 0, 0));
    for (int i = 0; i < files.size(); i++) {
      await(waiting.get(i));
      assertThat(order).hasSize(i + 1).last().isEqualTo(i);
      await(files.get(i).closeAsync());
    }
  }

  @Test
  void lockWaitsTimeOut() throws Exception {
    await(mine.lock(1, EXCLUSIVE, 0, 0, false));
    OpenFile hasty = cluster.client(Duration.ofSeconds(12)).open("/f", READ, WRITE);
    long begin = cluster.simulation().nowNanos();
    assertFails(ErrorCode.ETIMEDOUT, () -> await(hasty.lock(1, EXCLUSIVE, 0, 0, true)));
    assertThat(cluster.simulation().nowNanos() - begin).isBetween(9_000_000_000L, 12_000_000_000L);
    await(mine.unlock(1, 0, 0));
    await(other.lock(1, EXCLUSIVE, 0, 0, false));
  }

  private void loseAnswers() {
    cluster
        .network()
        .setFaults(
            packet ->
                packet.isAnswer()
                        && (packet.isOf(LockRequest.OPCODE) || packet.isOf(FlockRequest.OPCODE))
                    ? Fate.LOST
                    : Fate.ARRIVES);
  }

  /** The owner does not know of the lock, and would never release it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void locksGrantedAfterAFailedCallAreReleased(boolean byRange) throws Exception {
    loseAnswers();
    assertFails(
        ErrorCode.ETIMEDOUT,
        () -> await(byRange ? mine.lock(7, EXCLUSIVE, 0, 0, true) : mine.flock(EXCLUSIVE, true)));
    cluster.network().heal();
    await(byRange ? other.lock(1, EXCLUSIVE, 0, 0, true) : other.flock(EXCLUSIVE, true));
  }

  @Test
  void locksRequestedAgainAreNotReleased() throws Exception {
    loseAnswers();
    assertFails(ErrorCode.ETIMEDOUT, () -> await(mine.lock(7, EXCLUSIVE, 0, 0, true)));
    CompletableFuture<Void> again = mine.lock(7, EXCLUSIVE, 0, 0, true);
    cluster.network().heal();
    await(again);
    cluster.simulation().runMillis(1_000);
    assertFails(ErrorCode.EAGAIN, () -> await(other.lock(1, EXCLUSIVE, 0, 0, false)));
  }

  @Test
  void locksHeldBeforeAFailedUpgradeAreNotReleased() throws Exception {
    await(mine.lock(7, SHARED, 0, 0, true));
    loseAnswers();
    assertFails(ErrorCode.ETIMEDOUT, () -> await(mine.lock(7, EXCLUSIVE, 0, 0, true)));
    cluster.network().heal();
    cluster.simulation().runMillis(1_000);
    assertFails(ErrorCode.EAGAIN, () -> await(other.lock(1, EXCLUSIVE, 0, 0, false)));
    await(mine.unlock(7, 0, 0));
    await(other.lock(1, EXCLUSIVE, 0, 0, false));
  }

  /**
   * Otherwise a lock would be granted that no owner knows of while the client has the file open.
   */
  @Test
  void closingTheHandleEndsItsLockWait() throws Exception {
    OpenFile second = one.open("/f", READ, WRITE);
    await(other.lock(1, EXCLUSIVE, 0, 0, false));
    CompletableFuture<Void> waiting = mine.lock(7, EXCLUSIVE, 0, 0, true);
    cluster.simulation().runMillis(100);
    await(mine.closeAsync());
    await(other.unlock(1, 0, 0));
    cluster.simulation().runMillis(100);
    await(other.lock(1, EXCLUSIVE, 0, 0, false));
    assertThatThrownBy(() -> await(waiting)).isInstanceOf(GigaException.class);
    await(second.closeAsync());
  }

  @Test
  void deadlocksReturnEdeadlk() throws Exception {
    await(mine.lock(1, EXCLUSIVE, 0, 1, false));
    await(other.lock(1, EXCLUSIVE, 1, 1, false));
    CompletableFuture<Void> waiting = mine.lock(1, EXCLUSIVE, 1, 1, true);
    cluster.simulation().runMillis(100);
    assertFails(ErrorCode.EDEADLK, () -> await(other.lock(1, SHARED, 0, 1, true)));
    await(other.unlock(1, 1, 1));
    await(waiting);
  }

  @Test
  void flockBelongsToTheHandle() throws Exception {
    OpenFile second = one.open("/f", READ);
    await(mine.flock(SHARED, false));
    await(second.flock(SHARED, false));
    assertFails(ErrorCode.EAGAIN, () -> await(other.flock(EXCLUSIVE, false)));
    await(second.closeAsync());
    await(mine.flock(EXCLUSIVE, false));
    assertFails(ErrorCode.EAGAIN, () -> await(other.flock(SHARED, false)));
    CompletableFuture<Void> waiting = other.flock(SHARED, true);
    cluster.simulation().runMillis(100);
    await(mine.flock(SHARED, false));
    await(waiting);
    await(other.funlock());
    await(mine.flock(EXCLUSIVE, false));
  }

  @Test
  void failedFlockUpgradeReleasesTheLock() throws Exception {
    await(mine.flock(SHARED, false));
    await(other.flock(SHARED, false));
    assertFails(ErrorCode.EAGAIN, () -> await(mine.flock(EXCLUSIVE, false)));
    await(other.flock(EXCLUSIVE, false));
  }

  /** Increments a number of eight digits under a lock. */
  private void countUp(OpenFile file, long at, boolean byRange) throws GigaException {
    await(byRange ? file.lock(1, EXCLUSIVE, at, 8, true) : file.flock(EXCLUSIVE, true));
    ByteBuffer text = ByteBuffer.allocate(8);
    assertThat(await(file.read(at, text))).isEqualTo(8);
    long next = Long.parseLong(new String(text.array(), US_ASCII)) + 1;
    await(file.write(at, digits(next)));
    await(byRange ? file.unlock(1, at, 8) : file.funlock());
  }

  private static ByteBuffer digits(long number) {
    return ByteBuffer.wrap(String.format("%08d", number).getBytes(US_ASCII));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 300_000})
  void lockOwnersReadEarlierWrites(long at) throws Exception {
    await(mine.write(at, digits(0)));
    await(mine.flush());
    for (int i = 0; i < 10; i++) {
      countUp(i % 2 == 0 ? mine : other, at, i % 3 == 0);
    }
    await(mine.flock(SHARED, false));
    ByteBuffer text = ByteBuffer.allocate(8);
    await(mine.read(at, text));
    assertThat(text.flip()).isEqualTo(digits(10));
  }

  @Test
  void lockOwnersReadWritesNextToTheirOwn() throws Exception {
    await(mine.write(0, digits(0)));
    await(mine.write(8, digits(0)));
    await(mine.flush());
    await(other.read(0, ByteBuffer.allocate(16)));
    await(mine.write(8, digits(7)));
    await(mine.flush());
    // The server applies this write to the file that the other client changed.
    await(other.write(0, digits(5)));
    await(other.flush());
    await(other.lock(1, SHARED, 0, 16, false));
    ByteBuffer text = ByteBuffer.allocate(8);
    await(other.read(8, text));
    assertThat(text.flip()).isEqualTo(digits(7));
  }

  @Test
  void releasingALockFlushesOtherHandlesOfTheClient() throws Exception {
    OpenFile second = one.open("/f", READ, WRITE);
    await(second.flock(EXCLUSIVE, false));
    await(mine.write(0, digits(3)));
    await(second.closeAsync());
    await(other.flock(EXCLUSIVE, false));
    ByteBuffer text = ByteBuffer.allocate(8);
    await(other.read(0, text));
    assertThat(text.flip()).isEqualTo(digits(3));
  }

  @Test
  void downgradeFlushesWrites() throws Exception {
    await(mine.flock(EXCLUSIVE, false));
    await(mine.write(0, digits(4)));
    await(mine.flock(SHARED, false));
    await(other.flock(SHARED, false));
    ByteBuffer text = ByteBuffer.allocate(8);
    await(other.read(0, text));
    assertThat(text.flip()).isEqualTo(digits(4));
  }

  @Test
  void locksOfASingleClientKeepItsCache() throws Exception {
    await(mine.write(0, digits(0)));
    await(mine.flush());
    long change = mine.foreignChange();
    for (int i = 0; i < 5; i++) {
      countUp(mine, 0, i % 2 == 0);
    }
    assertThat(mine.foreignChange()).isEqualTo(change);
    countUp(other, 0, false);
    countUp(mine, 0, false);
    assertThat(mine.foreignChange()).isNotEqualTo(change);
  }
}
