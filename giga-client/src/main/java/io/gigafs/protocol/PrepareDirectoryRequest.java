package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Asks the holder of a slot to make the zeroth partition of a new directory, which stays unborn
 * until it is settled or first used. Repeating it with the same transaction gives the same
 * directory.
 *
 * @param slot the new directory's zeroth slot
 * @param parent the directory, and its partition, that will hold the entry
 * @param name the entry's name
 */
public record PrepareDirectoryRequest(
    int slot,
    long transaction,
    InodeId parent,
    PartitionIndex parentPartition,
    Name name,
    int mode,
    int uid,
    int gid,
    long timeNanos)
    implements Request<PrepareDirectoryResult> {
  @Override
  public Opcode<PrepareDirectoryResult> opcode() {
    return Opcode.PREPARE_DIRECTORY;
  }
}
