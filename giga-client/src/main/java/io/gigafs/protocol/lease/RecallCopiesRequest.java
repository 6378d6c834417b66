package io.gigafs.protocol.lease;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Recalls all copies that a server has of names of a partition, including those that are in transit
 * to it. After its answer, the server does not answer lookups from them any more.
 */
public record RecallCopiesRequest(InodeId directory, PartitionIndex partition)
    implements Request<Empty> {
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          90,
          "RECALL_COPIES",
          Codec.of(
              RecallCopiesRequest.class, RecallCopiesRequest::write, RecallCopiesRequest::read),
          Empty.CODEC);

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition);
  }

  static RecallCopiesRequest read(WireReader in) {
    return new RecallCopiesRequest(in.inode(), in.partition());
  }
}
