package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import org.jspecify.annotations.Nullable;

/**
 * Gives a file another name: link(2). Needs search permission on both directories and write
 * permission on that of the new name.
 *
 * @param name the one that the file has
 * @param toPartition where the client believes that the new name belongs
 * @param follows whether a symbolic link is not meant itself: it is answered ELOOP
 * @param expected the inode that {@code name} has to lead to, or nothing is done and the answer is
 *     ESTALE; null for any
 */
public record LinkRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    InodeId toDirectory,
    PartitionIndex toPartition,
    Name toName,
    boolean follows,
    @Nullable InodeId expected)
    implements Mutation<EntryResult> {
  @Override
  public long content() {
    return RequestDigest.mix(
        RequestDigest.mix(RequestDigest.mix(1, toDirectory.value()), toName.hash()), follows);
  }

  @Override
  public Opcode<EntryResult> opcode() {
    return Opcode.LINK;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    out.inode(toDirectory).partition(toPartition).name(toName).flag(follows);
    out.inodeOrNone(expected);
  }

  static LinkRequest read(WireReader in) {
    return new LinkRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        in.inode(),
        in.partition(),
        in.name(),
        in.flag(),
        in.inodeOrNone());
  }
}
