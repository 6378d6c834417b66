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
 * The durable intent that a partition's names are delegated to a client.
 *
 * <pre>
 * u8 kind, u64 directory, u32 index, u64 client
 * </pre>
 */
public record DelegationIntent(InodeId directory, PartitionIndex partition, long client) {
  private static final int BYTES = 1 + Long.BYTES + Integer.BYTES + Long.BYTES;

  byte[] encode() {
    return ByteBuffer.allocate(BYTES)
        .put((byte) IntentKind.DELEGATION.code())
        .putLong(directory.value())
        .putInt(partition.value())
        .putLong(client)
        .array();
  }

  private static DelegationIntent decode(byte[] encoded) {
    ByteBuffer in = ByteBuffer.wrap(encoded);
    in.get();
    return new DelegationIntent(
        new InodeId(in.getLong()), new PartitionIndex(in.getInt()), in.getLong());
  }

  /** Restores the delegation after a restart, on its lane. */
  public static void resume(Lanes lanes, Intent stored, CommitBatch commitBatch) {
    DelegationIntent intent = DelegationIntent.decode(stored.body());
    @Nullable PartitionState partition =
        lanes.of(stored.slot()).partitions().find(intent.directory(), intent.partition());
    if (partition == null) {
      commitBatch.batch().deleteIntent(stored.slot(), stored.transaction());
    } else {
      if (partition.delegation().isOut()) {
        // The end of an earlier delegation could not be written.
        commitBatch.batch().deleteIntent(stored.slot(), partition.delegation().transaction());
      }
      partition.delegation().resume(intent.client(), stored.transaction(), commitBatch.nanosNow());
    }
  }
}
