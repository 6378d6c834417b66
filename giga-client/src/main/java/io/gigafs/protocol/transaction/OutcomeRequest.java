package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.NAME;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;

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
  static final Codec<OutcomeRequest> CODEC =
      Codec.of(OutcomeRequest.class, HEAD, NAME, INODE, FLAG, INT64);

  public static final Opcode<OutcomeResult> OPCODE =
      Opcode.of(69, "OUTCOME", CODEC, OutcomeResult.CODEC);
}
