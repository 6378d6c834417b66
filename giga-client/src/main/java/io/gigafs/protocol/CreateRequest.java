package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Creates an empty regular file. Requires write and search permission on the directory.
 *
 * @param mode permission bits (07777), the umask already applied
 * @param exclusive whether an existing file is an error (EEXIST); otherwise its attributes are the
 *     result
 */
public record CreateRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    int mode,
    boolean exclusive)
    implements Mutation<EntryResult> {
  @Override
  public long content() {
    return RequestDigest.mix(mode, exclusive);
  }

  @Override
  public Opcode<EntryResult> opcode() {
    return Opcode.CREATE;
  }

  void write(WireWriter out) {
    out.inode(directory)
        .partition(partition)
        .caller(caller)
        .sequence(sequence)
        .name(name)
        .mode(mode)
        .flag(exclusive);
  }

  static CreateRequest read(WireReader in) {
    return new CreateRequest(
        in.inode(), in.partition(), in.caller(), in.sequence(), in.name(), in.mode(), in.flag());
  }
}
