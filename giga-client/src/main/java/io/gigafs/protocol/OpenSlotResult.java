package io.gigafs.protocol;

/**
 * The slot is not served any more by the server that it comes from.
 *
 * @param lowestId no id of the slot from here on was ever used
 */
public record OpenSlotResult(long lowestId) implements Result {
  void write(WireWriter out) {
    out.varlong(lowestId);
  }

  static OpenSlotResult read(WireReader in) {
    return new OpenSlotResult(in.varlong());
  }
}
