package io.gigafs.protocol.transaction;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The freeze has ended, or there was none.
 *
 * @param map the directory's partition map as this partition knew it
 */
public record ReleasePartitionResult(PartitionMap map) implements Result {
  public static final Codec<ReleasePartitionResult> CODEC =
      Codec.of(
          ReleasePartitionResult.class,
          ReleasePartitionResult::write,
          ReleasePartitionResult::read);

  void write(WireWriter out) {
    out.map(map);
  }

  static ReleasePartitionResult read(WireReader in) {
    return new ReleasePartitionResult(in.map());
  }
}
