package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result.Empty;
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
  static final Codec<InstallCommitRequest> CODEC =
      Codec.of(
          InstallCommitRequest.class,
          HEAD,
          INT64,
          VARLONG,
          PartitionCopy.CODEC,
          COUNT,
          listOf(TransferredRow.CODEC),
          COUNT,
          listOf(ReplyRow.CODEC));

  public static final Opcode<Empty> OPCODE = Opcode.of(71, "INSTALL_COMMIT", CODEC, Empty.CODEC);

  /** Whether the partition moves with its slot. */
  public boolean isMove() {
    return move != 0;
  }

  /**
   * A row of an entry in its stored form, for a transfer to another server.
   *
   * @param family the kind of the row
   */
  @SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
  public record TransferredRow(String family, byte[] key, byte[] value) {
    static final Codec<TransferredRow> CODEC = Codec.of(TransferredRow.class, TEXT, BYTES, BYTES);
  }
}
