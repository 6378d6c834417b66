package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.transaction.CommitId;
import io.gigafs.protocol.transaction.CommitStep;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * The durable state of a step at a participant: prepared or done.
 *
 * <pre>
 * u8 kind, u8 done, u64 transaction, u32 part, u64 coordinator's directory, u32 its
 * partition, u8 name length, name,
 * u64 directory, u32 partition, u32 length, step
 * </pre>
 */
public record StepIntent(
    CommitId id, InodeId directory, PartitionIndex partition, boolean done, CommitStep step) {

  byte[] encode() {
    ByteBuf out = ByteFields.empty();
    out.writeByte(IntentKind.COMMIT_STEP.code()).writeBoolean(done);
    out.writeLong(id.transaction()).writeInt(id.part());
    ByteFields.writePlace(out, id.directory(), id.partition());
    ByteFields.writeName(out, id.name());
    ByteFields.writePlace(out, directory, partition);
    ByteFields.writeStep(out, step);
    return ByteFields.bytes(out);
  }

  public static StepIntent decode(byte[] encoded) {
    ByteBuf in = Unpooled.wrappedBuffer(encoded);
    in.skipBytes(1);
    boolean done = in.readBoolean();
    CommitId id =
        new CommitId(
            in.readLong(),
            in.readInt(),
            new InodeId(in.readLong()),
            new PartitionIndex(in.readInt()),
            ByteFields.readName(in));
    return new StepIntent(
        id,
        new InodeId(in.readLong()),
        new PartitionIndex(in.readInt()),
        done,
        ByteFields.readStep(in));
  }
}
