package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.MAP;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/**
 * The result of a freeze.
 *
 * @param empty false if it holds entries; then it is not frozen
 * @param map the directory's partition map as this partition knows it, including its own children
 */
public record FreezePartitionResult(boolean empty, PartitionMap map) implements Result {
  public static final Codec<FreezePartitionResult> CODEC =
      Codec.of(FreezePartitionResult.class, FLAG, MAP);
}
