package io.gigafs.protocol.transaction;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** The partition has the new attributes. */
public record UpdatePartitionResult(PartitionMap map) implements Result {
  public static final Codec<UpdatePartitionResult> CODEC =
      Codec.of(
          UpdatePartitionResult.class, UpdatePartitionResult::write, UpdatePartitionResult::read);

  void write(WireWriter out) {
    out.map(map);
  }

  static UpdatePartitionResult read(WireReader in) {
    return new UpdatePartitionResult(in.map());
  }
}
