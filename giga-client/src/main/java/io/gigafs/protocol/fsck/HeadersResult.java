package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import java.util.List;

/**
 * Headers of partitions.
 *
 * @param headers one for each partition of the request, in the same order
 */
public record HeadersResult(List<HeaderFacts> headers) implements Result {
  public static final Codec<HeadersResult> CODEC =
      Codec.of(HeadersResult.class, listOf(HeaderFacts.CODEC));
}
