package io.gigafs.protocol.fsck;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionId;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * Requests the headers of partitions from the owner of their slot.
 *
 * @param certain whether to read them on the slot's lane, which knows the operations in progress
 * @param partitions all of the slot
 */
public record HeadersRequest(int slot, boolean certain, List<PartitionId> partitions)
    implements Request<HeadersResult> {
  public static final Opcode<HeadersResult> OPCODE =
      Opcode.of(
          96,
          "HEADERS",
          Codec.of(HeadersRequest.class, HeadersRequest::write, HeadersRequest::read),
          HeadersResult.CODEC);

  @Override
  public Opcode<HeadersResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.count(slot).flag(certain).count(partitions.size());
    for (PartitionId partition : partitions) {
      partition.write(out);
    }
  }

  static HeadersRequest read(WireReader in) {
    return new HeadersRequest(
        in.count(), in.flag(), in.list(PartitionId.MIN_BYTES, PartitionId::read));
  }
}
