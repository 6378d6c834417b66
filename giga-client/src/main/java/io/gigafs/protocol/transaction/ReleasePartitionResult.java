package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.MAP;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/**
 * The freeze has ended, or there was none.
 *
 * @param map the directory's partition map as this partition knew it
 */
public record ReleasePartitionResult(PartitionMap map) implements Result {
  public static final Codec<ReleasePartitionResult> CODEC =
      Codec.of(ReleasePartitionResult.class, MAP);
}
