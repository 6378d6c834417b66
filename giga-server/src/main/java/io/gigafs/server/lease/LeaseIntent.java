package io.gigafs.server.lease;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lanes;
import io.gigafs.server.partition.LeaseBook;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.IntentKind;
import io.gigafs.tablefs.Intent;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The durable intent that leases on a partition are out, or may be: its names are delegated to a
 * client, or other servers have copies of some.
 *
 * <pre>
 * u8 kind, u64 directory, u32 index, u64 client of a delegation (not for copies)
 * </pre>
 */
public record LeaseIntent(
    LeaseBook.Mode mode, InodeId directory, PartitionIndex partition, long client) {
  private static final int BYTES = 1 + Long.BYTES + Integer.BYTES;

  private byte[] encode() {
    boolean isWrite = mode == LeaseBook.Mode.WRITE;
    ByteBuffer out =
        ByteBuffer.allocate(isWrite ? BYTES + Long.BYTES : BYTES)
            .put((byte) (isWrite ? IntentKind.DELEGATION : IntentKind.COPIES).code())
            .putLong(directory.value())
            .putInt(partition.value());
    if (isWrite) {
      out.putLong(client);
    }
    return out.array();
  }

  private static LeaseIntent decode(byte[] encoded) {
    ByteBuffer in = ByteBuffer.wrap(encoded);
    boolean isWrite = in.get() == IntentKind.DELEGATION.code();
    return new LeaseIntent(
        isWrite ? LeaseBook.Mode.WRITE : LeaseBook.Mode.COPY,
        new InodeId(in.getLong()),
        new PartitionIndex(in.getInt()),
        isWrite ? in.getLong() : 0);
  }

  /**
   * Stores the intent with the commit batch.
   *
   * @param client of a delegation
   */
  static void store(
      PartitionState partition,
      LeaseBook.Mode mode,
      long client,
      long transaction,
      CommitBatch commitBatch) {
    LeaseIntent intent = new LeaseIntent(mode, partition.directory(), partition.index(), client);
    commitBatch.batch().putIntent(new Intent(partition.slot(), transaction, intent.encode()));
  }

  /** Restores the leases after a restart, on their lane. */
  public static void resume(Lanes lanes, Intent stored, CommitBatch commitBatch) {
    LeaseIntent intent = decode(stored.body());
    @Nullable PartitionState partition =
        lanes.of(stored.slot()).partitions().find(intent.directory(), intent.partition());
    if (partition == null) {
      commitBatch.batch().deleteIntent(stored.slot(), stored.transaction());
    } else {
      partition.leases().resume(intent.mode(), intent.client(), stored.transaction(), commitBatch);
    }
  }
}
