package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.DEPTH;
import static io.gigafs.protocol.Elements.FILE_FLAGS;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.MODE;
import static io.gigafs.protocol.Elements.TIME;
import static io.gigafs.protocol.Elements.VARINT;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.time.FileTimestamp;

/**
 * A partition's share of its directory's attributes. Mode and owner are those of the directory.
 * Entries and subdirectories are summed over partitions. The directory's times are those of the
 * partition that changed last.
 *
 * @param depth the number of hash bits that the partition fixes
 * @param map the directory's partition map as this partition knows it
 * @param removed whether the directory has been removed
 * @param bornNanos the birth time of the directory; it and flags are as in {@link FileAttributes}
 */
public record PartitionAttributes(
    InodeId parent,
    int depth,
    int mode,
    int uid,
    int gid,
    long entries,
    long directories,
    long accessedNanos,
    long modifiedNanos,
    long changedNanos,
    PartitionMap map,
    boolean removed,
    long bornNanos,
    int flags)
    implements Result {
  public static final Codec<PartitionAttributes> CODEC =
      Codec.of(
              PartitionAttributes.class,
              INODE,
              DEPTH,
              MODE,
              VARINT,
              VARINT,
              VARLONG,
              VARLONG,
              TIME,
              TIME,
              TIME,
              MAP,
              FLAG,
              TIME,
              FILE_FLAGS)
          .byHand(PartitionAttributes::write, PartitionAttributes::read);

  /** A copy for the directory after it was removed, empty, at a time in ns since the epoch. */
  public PartitionAttributes removedAt(long nanos) {
    return new PartitionAttributes(
        parent,
        depth,
        mode,
        uid,
        gid,
        0,
        0,
        accessedNanos,
        modifiedNanos,
        FileTimestamp.later(changedNanos, nanos),
        map,
        true,
        bornNanos,
        flags);
  }

  /**
   * A copy after names were created and removed.
   *
   * @param more the difference of the number of entries
   * @param nanos when the last of them was created or removed
   */
  public PartitionAttributes changedAt(long nanos, long more) {
    return new PartitionAttributes(
        parent,
        depth,
        mode,
        uid,
        gid,
        entries + more,
        directories,
        accessedNanos,
        FileTimestamp.later(modifiedNanos, nanos),
        FileTimestamp.later(changedNanos, nanos),
        map,
        removed,
        bornNanos,
        flags);
  }

  void write(WireWriter out) {
    out.inode(parent)
        .depth(depth)
        .mode(mode)
        .varint(uid)
        .varint(gid)
        .varlong(entries)
        .varlong(directories)
        .int64(accessedNanos)
        .int64(modifiedNanos)
        .int64(changedNanos)
        .map(map)
        .flag(removed)
        .int64(bornNanos)
        .varint(flags);
  }

  static PartitionAttributes read(WireReader in) {
    return new PartitionAttributes(
        in.inode(),
        in.depth(),
        in.mode(),
        in.varint(),
        in.varint(),
        in.varlong(),
        in.varlong(),
        in.int64(),
        in.int64(),
        in.int64(),
        in.map(),
        in.flag(),
        in.int64(),
        FileAttributes.flags(in.varint()));
  }
}
