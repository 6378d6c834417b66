package io.gigafs.server.migration;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.transaction.IntentKind;
import io.gigafs.tablefs.Intent;
import io.gigafs.tablefs.Store;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records which partitions of arriving slots have arrived, including those that were removed since.
 * Thread-safe; each slot is changed on its lane.
 *
 * <p>The records are stored among the intents until all of the slot has arrived: a source that has
 * not learned that a partition arrived sends its old state again.
 *
 * <pre>
 * u8 kind, u64 directory, u32 index
 * </pre>
 */
public final class ArrivedPartitions {
  private static final int BYTES = 1 + Long.BYTES + Integer.BYTES;

  private final int slots;

  /** The transaction id under which the store keeps each record. */
  private final Map<Arrived, Long> arrived = new ConcurrentHashMap<>();

  public ArrivedPartitions(int slots) {
    this.slots = slots;
  }

  private record Arrived(InodeId directory, PartitionIndex partition) {}

  /** Loads a stored record. */
  public void load(Intent stored) {
    ByteBuffer in = ByteBuffer.wrap(stored.body());
    in.get();
    arrived.put(
        new Arrived(new InodeId(in.getLong()), new PartitionIndex(in.getInt())),
        stored.transaction());
  }

  /**
   * Whether the partition has arrived, so that no other server has it, even if it was removed here.
   */
  boolean contains(InodeId directory, PartitionIndex partition) {
    return !arrived.isEmpty() && arrived.containsKey(new Arrived(directory, partition));
  }

  /**
   * Records in the commit batch that it installs a partition, or the remains of one.
   *
   * @param transaction an id that no other transaction has
   */
  public void add(
      int slot,
      InodeId directory,
      PartitionIndex partition,
      long transaction,
      CommitBatch commitBatch) {
    byte[] body =
        ByteBuffer.allocate(BYTES)
            .put((byte) IntentKind.ARRIVED.code())
            .putLong(directory.value())
            .putInt(partition.value())
            .array();
    commitBatch.batch().putIntent(new Intent(slot, transaction, body));
    commitBatch.afterCommit(() -> arrived.put(new Arrived(directory, partition), transaction));
  }

  /** Removes the records of a slot, once all of it has arrived. */
  public void clear(Store store, int slot, CommitBatch commitBatch) {
    for (Intent intent : store.intents(slot)) {
      if (IntentKind.of(intent.body()) == IntentKind.ARRIVED) {
        commitBatch.batch().deleteIntent(slot, intent.transaction());
      }
    }
    commitBatch.afterCommit(() -> arrived.keySet().removeIf(each -> slotOf(each) == slot));
  }

  private int slotOf(Arrived each) {
    return each.directory().slotOf(each.partition(), slots);
  }
}
