package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Creates a directory. Requires write and search permission on the parent.
 *
 * @param mode permission bits (07777), the umask already applied
 */
public record MakeDirectoryRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    int mode)
    implements Mutation<EntryResult> {
  @Override
  public long content() {
    return mode;
  }

  @Override
  public Opcode<EntryResult> opcode() {
    return Opcode.MAKE_DIRECTORY;
  }

  void write(WireWriter out) {
    out.inode(directory)
        .partition(partition)
        .caller(caller)
        .sequence(sequence)
        .name(name)
        .mode(mode);
  }

  static MakeDirectoryRequest read(WireReader in) {
    return new MakeDirectoryRequest(
        in.inode(), in.partition(), in.caller(), in.sequence(), in.name(), in.mode());
  }
}
