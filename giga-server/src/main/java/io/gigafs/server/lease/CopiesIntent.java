package io.gigafs.server.lease;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lanes;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.IntentKind;
import io.gigafs.tablefs.Intent;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The durable intent that other servers have, or may have, copies of names of a partition.
 *
 * <pre>
 * u8 kind, u64 directory, u32 index
 * </pre>
 */
public record CopiesIntent(InodeId directory, PartitionIndex partition) {
  private static final int BYTES = 1 + Long.BYTES + Integer.BYTES;

  byte[] encode() {
    return ByteBuffer.allocate(BYTES)
        .put((byte) IntentKind.COPIES.code())
        .putLong(directory.value())
        .putInt(partition.value())
        .array();
  }

  private static CopiesIntent decode(byte[] encoded) {
    ByteBuffer in = ByteBuffer.wrap(encoded);
    in.get();
    return new CopiesIntent(new InodeId(in.getLong()), new PartitionIndex(in.getInt()));
  }

  /**
   * Assumes after a restart, on the lane, that other servers have copies for the duration of a
   * lease.
   */
  public static void resume(Lanes lanes, Intent stored, CommitBatch commitBatch) {
    CopiesIntent intent = CopiesIntent.decode(stored.body());
    @Nullable PartitionState partition =
        lanes.of(stored.slot()).partitions().find(intent.directory(), intent.partition());
    if (partition == null) {
      commitBatch.batch().deleteIntent(stored.slot(), stored.transaction());
      return;
    }
    if (partition.copies().isOut()) {
      if (partition.copies().transaction() == stored.transaction()) {
        return;
      }
      // The end of earlier copies could not be written.
      commitBatch.batch().deleteIntent(stored.slot(), partition.copies().transaction());
    }
    partition.copies().resume(stored.transaction(), commitBatch.nanosNow());
  }
}
