package io.gigafs.protocol.migration;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * Installs an uploaded partition at its new owner. This is the commit point of a split, and of a
 * partition's move. Idempotent.
 *
 * @param transaction identifies the upload
 * @param move the epoch since which the partition's slot is moving to the receiver; 0 if the
 *     partition is the child of a split
 * @param files the number of uploaded files
 * @param rows the partition's rows, if they are few enough to be sent without files
 * @param leaseMillis how long clients may still hold leases on the partition's subdirectories
 * @param replies the sender's stored replies to unconfirmed mutations
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
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          71,
          "INSTALL_COMMIT",
          Codec.of(
              InstallCommitRequest.class, InstallCommitRequest::write, InstallCommitRequest::read),
          Empty.CODEC);

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
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
