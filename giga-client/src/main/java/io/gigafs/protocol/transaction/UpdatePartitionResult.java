package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.MAP;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/** The partition has the new attributes. */
public record UpdatePartitionResult(PartitionMap map) implements Result {
  public static final Codec<UpdatePartitionResult> CODEC =
      Codec.of(UpdatePartitionResult.class, MAP);
}
