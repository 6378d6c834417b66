package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import java.util.List;

/**
 * Makes an uploaded child partition exist: the commit point of a split. Repeating it changes
 * nothing.
 *
 * @param partition the child
 * @param depth the child's
 * @param map the source's, with the child
 * @param files how many files were uploaded
 * @param leaseMillis for how long clients may still hold leases on the child's sub-directories
 * @param replies rows of the source's answers to unconfirmed mutations: client, highest number,
 *     body
 */
public record InstallCommitRequest(
    InodeId directory,
    PartitionIndex partition,
    long transaction,
    int depth,
    PartitionMap map,
    InodeId parent,
    int mode,
    int uid,
    int gid,
    long accessedNanos,
    long modifiedNanos,
    long changedNanos,
    long entries,
    long directories,
    int files,
    int leaseMillis,
    List<ReplyRow> replies)
    implements PartitionRequest<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.INSTALL_COMMIT;
  }
}
