package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Informs a server that a name is looked up often, so that it requests a copy by {@link
 * CopyNameRequest}. The loss of this message is harmless.
 *
 * @param partition owned by the sending server
 */
public record OfferCopyRequest(InodeId directory, PartitionIndex partition, Name name)
    implements Request<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.OFFER_COPY;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).name(name);
  }

  static OfferCopyRequest read(WireReader in) {
    return new OfferCopyRequest(in.inode(), in.partition(), in.name());
  }
}
