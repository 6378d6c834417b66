package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.PARTITION_ID;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionId;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import java.util.List;

/**
 * Requests the headers of partitions from the owner of their slot.
 *
 * @param certain whether to read them on the slot's lane, which knows the operations in progress
 * @param partitions all of the slot
 */
public record HeadersRequest(int slot, boolean certain, List<PartitionId> partitions)
    implements Request<HeadersRequest.HeadersResult> {
  static final Codec<HeadersRequest> CODEC =
      Codec.of(HeadersRequest.class, COUNT, FLAG, listOf(PARTITION_ID));

  public static final Opcode<HeadersResult> OPCODE =
      Opcode.of(96, "HEADERS", CODEC, HeadersResult.CODEC);

  /**
   * Headers of partitions.
   *
   * @param headers one for each partition of the request, in the same order
   */
  public record HeadersResult(List<HeaderFacts> headers) implements Result {
    public static final Codec<HeadersResult> CODEC =
        Codec.of(HeadersResult.class, listOf(HeaderFacts.CODEC));
  }
}
