package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Makes a directory. Needs write and search permission on the parent.
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
  public Opcode<EntryResult> opcode() {
    return Opcode.MAKE_DIRECTORY;
  }
}
