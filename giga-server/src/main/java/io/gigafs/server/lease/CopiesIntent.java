package io.gigafs.server.lease;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.transaction.IntentKind;
import java.nio.ByteBuffer;

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

  public static CopiesIntent decode(byte[] encoded) {
    ByteBuffer in = ByteBuffer.wrap(encoded);
    in.get();
    return new CopiesIntent(new InodeId(in.getLong()), new PartitionIndex(in.getInt()));
  }
}
