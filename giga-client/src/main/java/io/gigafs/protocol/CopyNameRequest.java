package io.gigafs.protocol;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Asks for a copy of a name, and for a lease on it, also of one that the server has.
 *
 * @param server which asks
 * @param answered how many look-ups it has answered from its copy since it asked last
 */
public record CopyNameRequest(
    InodeId directory, PartitionIndex partition, Name name, ServerId server, long answered)
    implements PartitionRequest<CopyNameResult> {
  @Override
  public Opcode<CopyNameResult> opcode() {
    return Opcode.COPY_NAME;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).name(name).text(server.value()).varlong(answered);
  }

  static CopyNameRequest read(WireReader in) {
    return new CopyNameRequest(
        in.inode(), in.partition(), in.name(), new ServerId(in.text()), in.varlong());
  }
}
