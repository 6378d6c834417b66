package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Asks the holder of a directory's entry what became of the transaction that makes or removes the
 * directory. The entry tells: it is there or not.
 *
 * @param directory the parent, and the partition of it that holds the entry
 * @param subject the directory that is made or removed
 * @param removal whether it is removed
 * @param transaction the transaction; while another one works on the same entry, this one is over
 */
public record OutcomeRequest(
    InodeId directory,
    PartitionIndex partition,
    Name name,
    InodeId subject,
    boolean removal,
    long transaction)
    implements PartitionRequest<OutcomeResult> {
  @Override
  public Opcode<OutcomeResult> opcode() {
    return Opcode.OUTCOME;
  }

  void write(WireWriter out) {
    out.inode(directory)
        .partition(partition)
        .name(name)
        .inode(subject)
        .flag(removal)
        .int64(transaction);
  }

  static OutcomeRequest read(WireReader in) {
    return new OutcomeRequest(
        in.inode(), in.partition(), in.name(), in.inode(), in.flag(), in.int64());
  }
}
