package io.gigafs.protocol.bulk;

import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.file.FileData;
import org.jspecify.annotations.Nullable;

/**
 * An entry from another cluster, or from an earlier state of this one: all of its properties but
 * the inode id, which each cluster allocates. It has one name.
 *
 * @param mode permission bits with set-id and sticky bits (07777)
 * @param size bytes
 * @param accessedNanos atime, ns since the epoch; modified is mtime and changed is ctime
 * @param device rdev of device nodes, 0 otherwise
 * @param data the location of a regular file's bytes; null if it is empty or contains only zeros
 */
public record RestoredEntry(
    Name name,
    FileType type,
    int mode,
    int uid,
    int gid,
    long size,
    long accessedNanos,
    long modifiedNanos,
    long changedNanos,
    long device,
    @Nullable FileData data) {
  /**
   * The minimum encoded size of an entry: a name of one byte, four numbers, three times, a flag.
   */
  static final int MIN_BYTES = 2 + Short.BYTES + 3 + 3 * Long.BYTES + 1 + 1;

  /** An entry that is empty or contains only zeros. */
  public RestoredEntry(
      Name name,
      FileType type,
      int mode,
      int uid,
      int gid,
      long size,
      long accessedNanos,
      long modifiedNanos,
      long changedNanos,
      long device) {
    this(
        name, type, mode, uid, gid, size, accessedNanos, modifiedNanos, changedNanos, device, null);
  }

  /** An entry with a name and attributes. */
  public static RestoredEntry of(Name name, FileAttributes attributes) {
    return new RestoredEntry(
        name,
        attributes.type(),
        attributes.mode(),
        attributes.uid(),
        attributes.gid(),
        attributes.size(),
        attributes.accessedNanos(),
        attributes.modifiedNanos(),
        attributes.changedNanos(),
        attributes.deviceNumber(),
        null);
  }

  /** A copy with its bytes at this location. */
  public RestoredEntry with(@Nullable FileData newData) {
    return with(size, newData);
  }

  /** A copy with another size and its bytes at this location. */
  public RestoredEntry with(long newSize, @Nullable FileData newData) {
    return new RestoredEntry(
        name,
        type,
        mode,
        uid,
        gid,
        newSize,
        accessedNanos,
        modifiedNanos,
        changedNanos,
        device,
        newData);
  }

  void write(WireWriter out) {
    out.name(name).typeAndMode(type, mode).varint(uid).varint(gid).varlong(size);
    out.int64(accessedNanos).int64(modifiedNanos).int64(changedNanos).varlong(device);
    out.flag(data != null);
    if (data != null) {
      data.write(out);
    }
  }

  static RestoredEntry read(WireReader in) {
    Name name = in.name();
    int typeAndMode = in.int16();
    return new RestoredEntry(
        name,
        FileType.ofCode(typeAndMode >>> WireWriter.MODE_BITS),
        typeAndMode & WireWriter.MODE_MASK,
        in.varint(),
        in.varint(),
        in.size(),
        in.int64(),
        in.int64(),
        in.int64(),
        in.varlong(),
        in.flag() ? FileData.read(in) : null);
  }
}
