package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Asks the coordinator of a transaction what became of it.
 *
 * @param directory the coordinator's directory and partition
 */
public record OutcomeRequest(
    InodeId directory, PartitionIndex partition, long transaction, Name name, InodeId subject)
    implements PartitionRequest<OutcomeResult> {
  @Override
  public Opcode<OutcomeResult> opcode() {
    return Opcode.OUTCOME;
  }
}
