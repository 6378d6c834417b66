package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.MAP;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/**
 * The result of one step of setting a quota.
 *
 * @param changed whether the step changed anything
 * @param map the partition map that the partition knows
 */
public record SetQuotaResult(boolean changed, PartitionMap map) implements Result {
  public static final Codec<SetQuotaResult> CODEC = Codec.of(SetQuotaResult.class, FLAG, MAP);
}
