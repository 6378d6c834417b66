package io.gigafs.server.lease;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.transaction.IntentKind;
import java.nio.ByteBuffer;

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

  public static DelegationIntent decode(byte[] encoded) {
    ByteBuffer in = ByteBuffer.wrap(encoded);
    in.get();
    return new DelegationIntent(
        new InodeId(in.getLong()), new PartitionIndex(in.getInt()), in.getLong());
  }
}
