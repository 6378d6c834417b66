package io.gigafs.server.transaction;

import io.gigafs.access.DirectoryAcls;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Sequence;
import io.gigafs.server.access.XattrName;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The durable intent to change a directory's attributes in all its partitions, and last in its
 * entry. Replayed after a crash; the replay is idempotent.
 *
 * <pre>
 * u8 kind, u64 parent, u32 partition, u8 name length, name,
 * u64 inode, u32 mode, u32 uid, u32 gid, u64 size, u32 links, u64 atime, u64 mtime, u64 ctime, u32 marks,
 * u16 length, access control lists, u8 length, name of an extended attribute, u32 length or -1, its value,
 * u8 sets atime, u8 sets mtime,
 * u64 client, u64 number, u64 confirmed, u32 digest of the request, u64 born
 * </pre>
 *
 * @param parent the directory of the entry
 * @param attributes the new entry, with its old marks
 * @param acls the new access control lists
 * @param xattr another extended attribute to change, null for none
 * @param client the requesting client; with {@code sequence}, a retry is answered after a crash too
 */
public record DirectoryChangeIntent(
    InodeId parent,
    PartitionIndex partition,
    Name name,
    Attributes attributes,
    DirectoryAcls acls,
    @Nullable XattrChange xattr,
    boolean setsAccessed,
    boolean setsModified,
    long client,
    Sequence sequence,
    int digest) {
  private static final int TYPICAL_BYTES = 256;
  private static final int REMOVED = -1;

  /**
   * A change of an extended attribute other than an access control list.
   *
   * @param value null to remove it
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record XattrChange(XattrName name, byte @Nullable [] value) {}

  byte[] encode() {
    byte[] nameBytes = name.bytes();
    ByteBuf out = Unpooled.buffer(TYPICAL_BYTES);
    out.writeByte(IntentKind.DIRECTORY_CHANGE.code());
    out.writeLong(parent.value()).writeInt(partition.value());
    out.writeByte(nameBytes.length).writeBytes(nameBytes);
    out.writeLong(attributes.inode()).writeInt(attributes.mode());
    out.writeInt(attributes.uid()).writeInt(attributes.gid());
    out.writeLong(attributes.size()).writeInt(attributes.links());
    out.writeLong(attributes.accessedNanos())
        .writeLong(attributes.modifiedNanos())
        .writeLong(attributes.changedNanos())
        .writeInt(attributes.marks());
    byte[] lists = acls.encode();
    out.writeShort(lists.length).writeBytes(lists);
    encodeXattr(out);
    out.writeBoolean(setsAccessed).writeBoolean(setsModified);
    out.writeLong(client).writeLong(sequence.number()).writeLong(sequence.confirmed());
    out.writeInt(digest).writeLong(attributes.bornNanos());
    return Arrays.copyOf(out.array(), out.writerIndex());
  }

  /** An empty name stands for no attribute. */
  private void encodeXattr(ByteBuf out) {
    if (xattr == null) {
      out.writeByte(0);
      return;
    }
    byte[] label = xattr.name().label();
    byte[] value = xattr.value();
    out.writeByte(label.length).writeBytes(label);
    out.writeInt(value == null ? REMOVED : value.length);
    if (value != null) {
      out.writeBytes(value);
    }
  }

  private static @Nullable XattrChange decodeXattr(ByteBuf in) {
    byte[] label = bytes(in, in.readUnsignedByte());
    if (label.length == 0) {
      return null;
    }
    int length = in.readInt();
    byte[] value = length == REMOVED ? null : bytes(in, length);
    return new XattrChange(XattrName.ofLabel(label), value);
  }

  private static byte[] bytes(ByteBuf in, int length) {
    byte[] bytes = new byte[length];
    in.readBytes(bytes);
    return bytes;
  }

  public static DirectoryChangeIntent decode(byte[] encoded) {
    ByteBuf in = Unpooled.wrappedBuffer(encoded);
    in.skipBytes(1);
    InodeId parent = new InodeId(in.readLong());
    PartitionIndex partition = new PartitionIndex(in.readInt());
    byte[] nameBytes = bytes(in, in.readUnsignedByte());
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
            0,
            in.readInt(),
            Attributes.NO_BIRTH);
    DirectoryAcls acls = DirectoryAcls.decode(bytes(in, in.readUnsignedShort()));
    XattrChange xattr = decodeXattr(in);
    boolean setsAccessed = in.readBoolean();
    boolean setsModified = in.readBoolean();
    long client = in.readLong();
    Sequence sequence = new Sequence(in.readLong(), in.readLong());
    int digest = in.isReadable() ? in.readInt() : 0;
    long born = in.isReadable() ? in.readLong() : Attributes.NO_BIRTH;
    return new DirectoryChangeIntent(
        parent,
        partition,
        Name.of(nameBytes),
        attributes.withBorn(born),
        acls,
        xattr,
        setsAccessed,
        setsModified,
        client,
        sequence,
        digest);
  }
}
