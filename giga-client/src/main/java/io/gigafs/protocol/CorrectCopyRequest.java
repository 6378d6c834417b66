package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Corrects a partition's copy of attributes in the entry of its directory. The sender holds the
 * lock on the directory's name.
 *
 * @param transaction the sender's transaction
 * @param owner the correct directory attributes
 */
public record CorrectCopyRequest(
    InodeId directory, PartitionIndex partition, long transaction, DirectoryFacts owner)
    implements PartitionRequest<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.CORRECT_COPY;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction);
    owner.write(out);
  }

  static CorrectCopyRequest read(WireReader in) {
    return new CorrectCopyRequest(in.inode(), in.partition(), in.int64(), DirectoryFacts.read(in));
  }
}
