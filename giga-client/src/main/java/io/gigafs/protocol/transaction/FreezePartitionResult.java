package io.gigafs.protocol.transaction;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The result of a freeze.
 *
 * @param empty false if it holds entries; then it is not frozen
 * @param map the directory's partition map as this partition knows it, including its own children
 */
public record FreezePartitionResult(boolean empty, PartitionMap map) implements Result {
  public static final Codec<FreezePartitionResult> CODEC =
      Codec.of(
          FreezePartitionResult.class, FreezePartitionResult::write, FreezePartitionResult::read);

  void write(WireWriter out) {
    out.flag(empty).map(map);
  }

  static FreezePartitionResult read(WireReader in) {
    return new FreezePartitionResult(in.flag(), in.map());
  }
}
