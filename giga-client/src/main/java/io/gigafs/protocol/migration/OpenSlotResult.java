package io.gigafs.protocol.migration;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The previous owner of a slot has stopped serving it.
 *
 * @param lowestId this inode id of the slot and all higher ones were never used
 */
public record OpenSlotResult(long lowestId) implements Result {
  public static final Codec<OpenSlotResult> CODEC =
      Codec.of(OpenSlotResult.class, OpenSlotResult::write, OpenSlotResult::read);

  void write(WireWriter out) {
    out.varlong(lowestId);
  }

  static OpenSlotResult read(WireReader in) {
    return new OpenSlotResult(in.varlong());
  }
}
