package io.gigafs.server.transfer;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.transaction.IntentKind;
import io.gigafs.tablefs.Intent;
import io.gigafs.tablefs.Store;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which partitions of arriving slots came here already, also those that were removed since. Safe
 * for use by several threads; each slot is changed on its lane.
 *
 * <p>Kept in the store, among the intents, until all of the slot is here: a source that has not
 * heard that a partition arrived sends it again, as it was then.
 *
 * <pre>
 * u8 kind, u64 directory, u32 index
 * </pre>
 */
public final class ArrivedPartitions {
  private static final int BYTES = 1 + Long.BYTES + Integer.BYTES;

  private final int slots;

  /** The id under which the store keeps each. */
  private final Map<Arrived, Long> arrived = new ConcurrentHashMap<>();

  public ArrivedPartitions(int slots) {
    this.slots = slots;
  }

  private record Arrived(InodeId directory, PartitionIndex partition) {}

  /** Takes up what the store has kept. */
  public void load(Intent stored) {
    ByteBuffer in = ByteBuffer.wrap(stored.body());
    in.get();
    arrived.put(
        new Arrived(new InodeId(in.getLong()), new PartitionIndex(in.getInt())),
        stored.transaction());
  }

  /**
   * Whether the partition came here, so that it is nowhere else, even if it is not here any more.
   */
  public boolean contains(InodeId directory, PartitionIndex partition) {
    return !arrived.isEmpty() && arrived.containsKey(new Arrived(directory, partition));
  }

  /**
   * Notes that the commit batch takes a partition in, or what is left of one.
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

  /** Forgets those of a slot, all of which is here. */
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
