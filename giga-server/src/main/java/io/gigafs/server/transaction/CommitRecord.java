package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.InsertDentry;
import io.gigafs.server.transaction.NamespaceTransaction.PreparedParticipant;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The durable decision of a change of several names and what is left to do. The coordinator, whose
 * own part is done, stores it until all participants are done.
 *
 * <pre>
 * u8 kind, u64 directory, u32 partition, u8 name length, name, u8 has take back, [u32 length, step],
 * u16 moved directories, { u64 directory, u64 parent, u8 name length, name, u64 old parent,
 *   u8 name length, name }*,
 * u16 parts, { u32 number, u64 directory, u32 partition, u32 length, step }*
 * </pre>
 *
 * @param moved the directories whose partitions must learn their new place before any other part is
 *     done
 * @param rollbackStep see {@link NamespaceTransaction#rollbackStep}
 */
public record CommitRecord(
    InodeId directory,
    PartitionIndex partition,
    Name name,
    @Nullable CommitStep rollbackStep,
    List<NamespaceTransaction.MovedDirectory> moved,
    List<PreparedParticipant> parts) {

  /** The new ctime of the dentries of moved directories, ns since the epoch; 0 if none moves. */
  long movedNanos() {
    for (PreparedParticipant part : parts) {
      if (part.step() instanceof InsertDentry put) {
        return put.file().attributes().changedNanos();
      }
    }
    return 0;
  }

  byte[] encode() {
    ByteBuf out = ByteFields.empty();
    out.writeByte(IntentKind.COMMIT.code());
    ByteFields.writePlace(out, directory, partition);
    ByteFields.writeName(out, name);
    out.writeBoolean(rollbackStep != null);
    if (rollbackStep != null) {
      ByteFields.writeStep(out, rollbackStep);
    }
    out.writeShort(moved.size());
    for (NamespaceTransaction.MovedDirectory each : moved) {
      out.writeLong(each.directory().value()).writeLong(each.parent().value());
      ByteFields.writeName(out, each.name());
      out.writeLong(each.oldParent().value());
      ByteFields.writeName(out, each.oldName());
    }
    out.writeShort(parts.size());
    for (PreparedParticipant part : parts) {
      out.writeInt(part.number());
      ByteFields.writePlace(out, part.directory(), part.partition());
      ByteFields.writeStep(out, part.step());
    }
    return ByteFields.bytes(out);
  }

  public static CommitRecord decode(byte[] encoded) {
    ByteBuf in = Unpooled.wrappedBuffer(encoded);
    in.skipBytes(1);
    InodeId directory = new InodeId(in.readLong());
    PartitionIndex partition = new PartitionIndex(in.readInt());
    Name name = ByteFields.readName(in);
    CommitStep rollbackStep = in.readBoolean() ? ByteFields.readStep(in) : null;
    List<NamespaceTransaction.MovedDirectory> moved = new ArrayList<>();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      moved.add(
          new NamespaceTransaction.MovedDirectory(
              new InodeId(in.readLong()),
              new InodeId(in.readLong()),
              ByteFields.readName(in),
              new InodeId(in.readLong()),
              ByteFields.readName(in)));
    }
    List<PreparedParticipant> parts = new ArrayList<>();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      parts.add(
          new PreparedParticipant(
              in.readInt(),
              new InodeId(in.readLong()),
              new PartitionIndex(in.readInt()),
              ByteFields.readStep(in),
              null,
              0));
    }
    return new CommitRecord(directory, partition, name, rollbackStep, moved, parts);
  }
}
