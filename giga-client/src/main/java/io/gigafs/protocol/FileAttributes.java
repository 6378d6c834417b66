package io.gigafs.protocol;

import io.gigafs.index.InodeId;

/**
 * The attributes of a file, as of stat(2).
 *
 * @param mode permission bits with set-id and sticky bits (07777)
 * @param size bytes; for a directory the number of its entries
 * @param links nlink; for a directory 2 and the number of its sub-directories
 * @param accessedNanos atime, as {@link io.gigafs.time.FileTimestamp} has it; likewise modified
 *     (mtime) and changed (ctime)
 * @param device rdev of device nodes, 0 otherwise
 */
public record FileAttributes(
    InodeId inode,
    FileType type,
    int mode,
    int uid,
    int gid,
    long size,
    int links,
    long accessedNanos,
    long modifiedNanos,
    long changedNanos,
    long device) {
  public boolean isDirectory() {
    return type == FileType.DIRECTORY;
  }

  void write(WireWriter out) {
    write(
        out,
        inode.value(),
        type,
        mode,
        uid,
        gid,
        size,
        links,
        accessedNanos,
        modifiedNanos,
        changedNanos,
        device);
  }

  /** Writes attributes that no object was made of. */
  static void write(
      WireWriter out,
      long inode,
      FileType type,
      int mode,
      int uid,
      int gid,
      long size,
      int links,
      long accessedNanos,
      long modifiedNanos,
      long changedNanos,
      long device) {
    out.int64(inode).typeAndMode(type, mode).varint(uid).varint(gid).varlong(size).varint(links);
    out.int64(accessedNanos).int64(modifiedNanos).int64(changedNanos).varlong(device);
  }

  static FileAttributes read(WireReader in) {
    return read(in, in.inode());
  }

  /** Likewise, of a file whose inode id was read before, in all likelihood. */
  static FileAttributes readOf(InodeId likely, WireReader in) {
    long inode = in.int64();
    return read(in, inode == likely.value() ? likely : new InodeId(inode));
  }

  private static FileAttributes read(WireReader in, InodeId inode) {
    int typeAndMode = in.int16();
    return new FileAttributes(
        inode,
        FileType.ofCode(typeAndMode >>> WireWriter.MODE_BITS),
        typeAndMode & WireWriter.MODE_MASK,
        in.varint(),
        in.varint(),
        in.size(),
        in.count(),
        in.int64(),
        in.int64(),
        in.int64(),
        in.varlong());
  }
}
