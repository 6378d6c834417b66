package io.gigafs.server.migration;

import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.transaction.IntentKind;
import java.nio.ByteBuffer;

/**
 * Intent of a split whose upper half goes to another server.
 *
 * <pre>
 * u8 kind, u64 directory, u32 index, u8 depth
 * </pre>
 *
 * @param partition as it is before the split
 */
public record SplitIntent(InodeId directory, Partition partition) {
  private static final int BYTES = 1 + Long.BYTES + Integer.BYTES + 1;

  byte[] encode() {
    return ByteBuffer.allocate(BYTES)
        .put((byte) IntentKind.SPLIT.code())
        .putLong(directory.value())
        .putInt(partition.index().value())
        .put((byte) partition.depth())
        .array();
  }

  public static SplitIntent decode(byte[] encoded) {
    ByteBuffer in = ByteBuffer.wrap(encoded);
    in.get();
    return new SplitIntent(
        new InodeId(in.getLong()), new Partition(new PartitionIndex(in.getInt()), in.get()));
  }
}
