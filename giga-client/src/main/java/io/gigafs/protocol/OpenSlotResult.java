package io.gigafs.protocol;

/**
 * The previous owner of a slot has stopped serving it.
 *
 * @param lowestId this inode id of the slot and all higher ones were never used
 */
public record OpenSlotResult(long lowestId) implements Result {
  void write(WireWriter out) {
    out.varlong(lowestId);
  }

  static OpenSlotResult read(WireReader in) {
    return new OpenSlotResult(in.varlong());
  }
}
