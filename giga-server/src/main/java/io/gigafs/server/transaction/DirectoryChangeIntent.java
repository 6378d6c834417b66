package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Sequence;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/**
 * That a directory's attributes are being changed in all its partitions, and in its entry last.
 * Replayed after a crash, which changes nothing that was changed already.
 *
 * <pre>
 * u8 kind, u64 parent, u32 partition, u8 name length, name,
 * u64 inode, u32 mode, u32 uid, u32 gid, u64 size, u32 links, u64 atime, u64 mtime, u64 ctime, u8 sets atime, u8 sets mtime,
 * u64 client, u64 number, u64 confirmed
 * </pre>
 *
 * @param parent the directory that holds the entry, and the partition of it
 * @param attributes as the entry is to be
 * @param client who asked for it, in which of its mutations, so that a retry is answered after a
 *     crash too
 */
public record DirectoryChangeIntent(
    InodeId parent,
    PartitionIndex partition,
    Name name,
    Attributes attributes,
    boolean setsAccessed,
    boolean setsModified,
    long client,
    Sequence sequence) {
  private static final int FIXED_BYTES = 120;

  byte[] encode() {
    byte[] nameBytes = name.bytes();
    byte[] encoded = new byte[FIXED_BYTES + nameBytes.length];
    ByteBuf out = Unpooled.wrappedBuffer(encoded).clear();
    out.writeByte(IntentKind.DIRECTORY_CHANGE.code());
    out.writeLong(parent.value()).writeInt(partition.value());
    out.writeByte(nameBytes.length).writeBytes(nameBytes);
    out.writeLong(attributes.inode()).writeInt(attributes.mode());
    out.writeInt(attributes.uid()).writeInt(attributes.gid());
    out.writeLong(attributes.size()).writeInt(attributes.links());
    out.writeLong(attributes.accessedNanos())
        .writeLong(attributes.modifiedNanos())
        .writeLong(attributes.changedNanos());
    out.writeBoolean(setsAccessed).writeBoolean(setsModified);
    out.writeLong(client).writeLong(sequence.number()).writeLong(sequence.confirmed());
    return Arrays.copyOf(encoded, out.writerIndex());
  }

  public static DirectoryChangeIntent decode(byte[] encoded) {
    ByteBuf in = Unpooled.wrappedBuffer(encoded);
    in.skipBytes(1);
    InodeId parent = new InodeId(in.readLong());
    PartitionIndex partition = new PartitionIndex(in.readInt());
    byte[] nameBytes = new byte[in.readUnsignedByte()];
    in.readBytes(nameBytes);
    Attributes attributes =
        new Attributes(
            in.readLong(),
            FileType.DIRECTORY,
            in.readInt(),
            in.readInt(),
            in.readInt(),
            in.readLong(),
            in.readInt(),
            in.readLong(),
            in.readLong(),
            in.readLong(),
            0);
    return new DirectoryChangeIntent(
        parent,
        partition,
        Name.of(nameBytes),
        attributes,
        in.readBoolean(),
        in.readBoolean(),
        in.readLong(),
        new Sequence(in.readLong(), in.readLong()));
  }
}
