package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;

/**
 * Asks the holder of a slot to make the zeroth partition of a new directory, which stays unborn
 * until it is settled or first used. Repeating it with the same transaction gives the same
 * directory.
 *
 * @param slot the new directory's zeroth slot
 * @param parent the directory that will hold the entry
 * @param name the entry's name
 */
public record PrepareDirectoryRequest(
    int slot,
    long transaction,
    InodeId parent,
    Name name,
    int mode,
    int uid,
    int gid,
    long timeNanos)
    implements Request<PrepareDirectoryResult> {
  @Override
  public Opcode<PrepareDirectoryResult> opcode() {
    return Opcode.PREPARE_DIRECTORY;
  }

  void write(WireWriter out) {
    out.count(slot)
        .int64(transaction)
        .inode(parent)
        .name(name)
        .mode(mode)
        .varint(uid)
        .varint(gid)
        .int64(timeNanos);
  }

  static PrepareDirectoryRequest read(WireReader in) {
    return new PrepareDirectoryRequest(
        in.count(),
        in.int64(),
        in.inode(),
        in.name(),
        in.mode(),
        in.varint(),
        in.varint(),
        in.int64());
  }
}
