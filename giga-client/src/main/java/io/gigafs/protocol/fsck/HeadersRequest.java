package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.PARTITION_ID;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionId;
import io.gigafs.protocol.Request;
import java.util.List;

/**
 * Requests the headers of partitions from the owner of their slot.
 *
 * @param certain whether to read them on the slot's lane, which knows the operations in progress
 * @param partitions all of the slot
 */
public record HeadersRequest(int slot, boolean certain, List<PartitionId> partitions)
    implements Request<HeadersResult> {
  static final Codec<HeadersRequest> CODEC =
      Codec.of(HeadersRequest.class, COUNT, FLAG, listOf(PARTITION_ID));

  public static final Opcode<HeadersResult> OPCODE =
      Opcode.of(96, "HEADERS", CODEC, HeadersResult.CODEC);
}
