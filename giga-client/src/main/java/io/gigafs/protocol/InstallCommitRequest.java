package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import java.util.List;

/**
 * Makes an uploaded partition exist at its new holder: the commit point of a split, and of a
 * partition's move. Repeating it changes nothing.
 *
 * @param transaction names the upload
 * @param move since which epoch the partition's slot is on its way to the receiver; 0 if the
 *     partition is the child of a split
 * @param files how many files were uploaded
 * @param rows the partition's rows, if they are few enough to go without files
 * @param leaseMillis for how long clients may still hold leases on the partition's sub-directories
 * @param replies the sender's answers to unconfirmed mutations
 */
public record InstallCommitRequest(
    InodeId directory,
    PartitionIndex partition,
    long transaction,
    long move,
    PartitionCopy copy,
    int files,
    List<TransferredRow> rows,
    int leaseMillis,
    List<ReplyRow> replies)
    implements PartitionRequest<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.INSTALL_COMMIT;
  }

  /** Whether the partition moves with its slot. */
  public boolean isMove() {
    return move != 0;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction).varlong(move);
    copy.write(out);
    out.count(files).count(rows.size());
    for (TransferredRow row : rows) {
      row.write(out);
    }
    out.count(leaseMillis);
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
        in.varlong(),
        PartitionCopy.read(in),
        in.count(),
        in.list(TransferredRow.MIN_BYTES, TransferredRow::read),
        in.count(),
        in.list(ReplyRow.MIN_BYTES, ReplyRow::read));
  }
}
