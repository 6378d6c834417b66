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

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction).depth(depth).map(map);
    out.inode(parent).mode(mode).varint(uid).varint(gid);
    out.int64(accessedNanos).int64(modifiedNanos).int64(changedNanos);
    out.varlong(entries).varlong(directories).count(files).count(leaseMillis);
    out.count(replies.size());
    for (ReplyRow reply : replies) {
      reply.write(out);
    }
  }

  static InstallCommitRequest read(WireReader in) {
    return new InstallCommitRequest(
        in.inode(),
        in.partition(),
        in.int64(),
        in.depth(),
        in.map(),
        in.inode(),
        in.mode(),
        in.varint(),
        in.varint(),
        in.int64(),
        in.int64(),
        in.int64(),
        in.varlong(),
        in.varlong(),
        in.count(),
        in.count(),
        in.list(ReplyRow.MIN_BYTES, ReplyRow::read));
  }
}
