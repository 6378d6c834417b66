package io.gigafs.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.transaction.FreezePartitionRequest;
import io.gigafs.protocol.transaction.FreezePartitionRequest.FreezePartitionResult;
import io.gigafs.protocol.transaction.MovePartitionRequest;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A directory that is frozen for its removal stays frozen until the outcome is known, whatever
 * delayed requests of other transactions arrive.
 */
class FrozenDirectoryTest {
  private static final Name NAME = Name.of("d");

  @TempDir Path directory;

  private SimulatedCluster cluster;
  private RawClient raw;
  private InodeId frozen;

  @BeforeEach
  void start() throws Exception {
    cluster = Setup.seeded(2).withServers(3, 4).start(directory);
    raw = cluster.rawClient();
    frozen = cluster.client().makeDirectory("/d").inode();
  }

  private FreezePartitionRequest freeze(long transaction) {
    return new FreezePartitionRequest(frozen, PartitionIndex.ZEROTH, transaction, NAME);
  }

  private MovePartitionRequest place(long notice) {
    return new MovePartitionRequest(
        frozen, PartitionIndex.ZEROTH, notice, InodeId.ROOT, NAME, /* changedNanos= */ 1);
  }

  /** Starts the removal of the directory; the answer to its freeze is lost for now. */
  private CompletableFuture<Void> remove() {
    cluster
        .network()
        .setFaults(
            packet ->
                packet.isBetweenServers()
                        && packet.isAnswer()
                        && packet.isOf(FreezePartitionRequest.OPCODE)
                    ? Fate.LOST
                    : Fate.ARRIVES);
    CompletableFuture<Void> removed =
        cluster.client().async().removeDirectory(GigaPath.parse("/d"));
    cluster.simulation().runMillis(100);
    assertThat(removed).isNotDone();
    return removed;
  }

  private void check(CompletableFuture<Void> removed) throws Exception {
    cluster.heal();
    cluster.simulation().await(removed);
    cluster.simulation().runMillis(10_000);
    cluster.check();
    assertThat(cluster.client().list("/")).isEmpty();
  }

  @Test
  void freezeOfARunningRemovalIsNotTakenOver() throws Exception {
    CompletableFuture<Void> removed = remove();
    CompletableFuture<Answer<FreezePartitionResult>> other = raw.send(freeze(77));
    cluster.simulation().runMillis(500);
    assertThat(other).isNotDone();
    check(removed);
  }

  @Test
  void freezeOfAnEndedRemovalIsReplaced() throws Exception {
    assertThat(raw.result(freeze(77)).empty()).isTrue();
    assertThat(raw.result(freeze(78)).empty()).isTrue();
    cluster.client().removeDirectory("/d");
    cluster.simulation().runMillis(10_000);
    cluster.check();
  }

  @Test
  void delayedPlaceDoesNotThaw() throws Exception {
    raw.result(place(5));
    CompletableFuture<Void> removed = remove();
    raw.result(place(5));
    CompletableFuture<?> create =
        raw.send(raw.create(frozen, 0, "f", new Sequence(1, 0)).request());
    cluster.simulation().runMillis(500);
    assertThat(create).isNotDone();
    check(removed);
  }

  @Test
  void delayedFreezeIsRefused() {
    raw.result(freeze(77));
    raw.result(place(5));
    assertThat(raw.error(freeze(77))).isEqualTo(ErrorCode.EBUSY);
  }
}
