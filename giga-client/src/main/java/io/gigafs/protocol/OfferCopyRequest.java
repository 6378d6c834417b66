package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Lets a server know that many ask for a name, so that it gets itself a copy by {@link
 * CopyNameRequest}. Nothing depends on it: one that is lost costs nothing.
 *
 * @param partition of which the server that sends this is the holder
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
