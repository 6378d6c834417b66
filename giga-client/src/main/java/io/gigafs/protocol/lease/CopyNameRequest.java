package io.gigafs.protocol.lease;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Requests a copy of a name with a lease on it, or renews the lease of a copy.
 *
 * @param server the requesting server
 * @param answered the number of lookups that it answered from its copy since its last request
 */
public record CopyNameRequest(
    InodeId directory, PartitionIndex partition, Name name, ServerId server, long answered)
    implements PartitionRequest<CopyNameResult> {
  public static final Opcode<CopyNameResult> OPCODE =
      Opcode.of(
          87,
          "COPY_NAME",
          Codec.of(CopyNameRequest.class, CopyNameRequest::write, CopyNameRequest::read),
          CopyNameResult.CODEC);

  @Override
  public Opcode<CopyNameResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).name(name).text(server.value()).varlong(answered);
  }

  static CopyNameRequest read(WireReader in) {
    return new CopyNameRequest(
        in.inode(), in.partition(), in.name(), new ServerId(in.text()), in.varlong());
  }
}
