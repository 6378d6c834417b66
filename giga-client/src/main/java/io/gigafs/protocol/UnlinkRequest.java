package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Removes a name that is not a directory. Needs write and search permission on the directory, and
 * ownership where it is sticky.
 */
public record UnlinkRequest(
    InodeId directory, PartitionIndex partition, Caller caller, Sequence sequence, Name name)
    implements Mutation<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.UNLINK;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
  }

  static UnlinkRequest read(WireReader in) {
    return new UnlinkRequest(in.inode(), in.partition(), in.caller(), in.sequence(), in.name());
  }
}
