package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Asks the owner of a directory's entry for the outcome of the transaction that creates or removes
 * the directory. The outcome is determined by whether the entry exists.
 *
 * @param directory the parent; the partition is the one that holds the entry
 * @param subject the directory that is created or removed
 * @param removal whether it is removed
 * @param transaction the transaction; it is over if another transaction works on the same entry
 */
public record OutcomeRequest(
    InodeId directory,
    PartitionIndex partition,
    Name name,
    InodeId subject,
    boolean removal,
    long transaction)
    implements PartitionRequest<OutcomeResult> {
  public static final Opcode<OutcomeResult> OPCODE =
      Opcode.of(
          69,
          "OUTCOME",
          Codec.of(OutcomeRequest.class, OutcomeRequest::write, OutcomeRequest::read),
          OutcomeResult.CODEC);

  @Override
  public Opcode<OutcomeResult> opcode() {
    return OPCODE;
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
