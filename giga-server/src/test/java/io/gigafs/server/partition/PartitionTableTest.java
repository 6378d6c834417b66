package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.engine.memory.MemoryDisk.Operation;
import io.gigafs.tablefs.store.Stores;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Partitions whose intents could not be resumed are closed to everything else. */
class PartitionTableTest {
  private static final InodeId DIRECTORY = InodeId.of(0, 100);

  private final MemoryDisk disk = new MemoryDisk();
  private final Store store = Stores.over(disk.open(), Durability.INTERVAL, UUID::randomUUID);
  private final PartitionTable partitions =
      new PartitionTable(
          store, 1, 1_000, () -> 1, new LocalQuotas(), NoRecalls.recaller(), 0, null);

  @BeforeEach
  void storeDirectory() {
    Batch batch = store.newBatch();
    NewPartition.ofDirectory(
            DIRECTORY, DirectoryFacts.of(InodeId.ROOT, 0755, 0, 0), 1, PartitionPhase.ACTIVE)
        .write(batch, 1);
    store.commit(batch);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void find() {
    assertThat(partitions.find(DIRECTORY, PartitionIndex.ZEROTH)).isNotNull();
  }

  private void failToRecover(boolean again, Runnable resumption) {
    disk.fail(Operation.READ, Kind.IO);
    assertThatThrownBy(() -> partitions.recover(again, resumption))
        .isInstanceOf(StoreException.class);
    disk.fail(Operation.READ, null);
  }

  private void assertClosed() {
    assertThatThrownBy(this::find)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is not recovered yet");
    assertThat(partitions.loaded()).isEmpty();
  }

  @Test
  void partitionOpensWhenItsIntentIsResumed() {
    failToRecover(false, this::find);
    assertClosed();
    failToRecover(true, this::find);
    assertClosed();
    partitions.recover(true, this::find);
    find();
    assertThat(partitions.loaded()).hasSize(1);
  }

  @Test
  void anotherIntentOfThePartitionDoesNotOpenIt() {
    failToRecover(false, this::find);
    partitions.recover(false, this::find);
    assertClosed();
    partitions.recover(true, this::find);
    find();
  }

  @Test
  void partitionOpensAfterTheLastOfItsIntents() {
    failToRecover(false, this::find);
    failToRecover(false, this::find);
    partitions.recover(true, this::find);
    assertClosed();
    partitions.recover(true, this::find);
    find();
  }

  /** A partition that was found just before is closed, too. */
  @Test
  void failureAfterThePartitionIsFoundClosesIt() {
    find();
    failToRecover(
        false,
        () -> {
          find();
          var unused = store.getPartition(new PartitionKey(0, DIRECTORY.value(), 0));
        });
    assertClosed();
    partitions.recover(true, this::find);
    find();
  }
}
