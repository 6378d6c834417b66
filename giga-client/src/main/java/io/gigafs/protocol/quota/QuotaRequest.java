package io.gigafs.protocol.quota;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** Reads the quota of a directory and its usage; ENODATA if it has none. */
public record QuotaRequest(InodeId directory, PartitionIndex partition)
    implements PartitionRequest<QuotaResult> {
  public static final Opcode<QuotaResult> OPCODE =
      Opcode.of(
          36,
          "QUOTA",
          Codec.of(QuotaRequest.class, QuotaRequest::write, QuotaRequest::read),
          QuotaResult.CODEC);

  @Override
  public Opcode<QuotaResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition);
  }

  static QuotaRequest read(WireReader in) {
    return new QuotaRequest(in.inode(), in.partition());
  }
}
