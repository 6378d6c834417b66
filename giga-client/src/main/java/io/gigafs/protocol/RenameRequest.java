package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Gives a file or directory another name, by the rules of renameat2(2). Needs write and search
 * permission on both directories.
 *
 * @param toPartition where the client believes that the new name belongs
 * @param slash whether a slash stands behind the old name, which therefore has to be a directory's;
 *     likewise behind the new one, which has to become one's
 */
public record RenameRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    InodeId toDirectory,
    PartitionIndex toPartition,
    Name toName,
    RenameMode mode,
    boolean slash,
    boolean toSlash)
    implements Mutation<Empty> {
  @Override
  public long content() {
    return RequestDigest.mix(
        RequestDigest.mix(RequestDigest.mix(mode.code(), toDirectory.value()), toName.hash()),
        toSlash);
  }

  @Override
  public Opcode<Empty> opcode() {
    return Opcode.RENAME;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    out.inode(toDirectory).partition(toPartition).name(toName).int8(mode.code());
    out.flag(slash).flag(toSlash);
  }

  static RenameRequest read(WireReader in) {
    return new RenameRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        in.inode(),
        in.partition(),
        in.name(),
        in.renameMode(),
        in.flag(),
        in.flag());
  }
}
