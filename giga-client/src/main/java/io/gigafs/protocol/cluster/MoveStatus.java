package io.gigafs.protocol.cluster;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The progress of a slot that is moving to a server.
 *
 * @param partitionsLeft the number of its partitions that are still on the previous owner
 * @param entriesMoved the number of entries that have arrived
 */
public record MoveStatus(int slot, ServerId from, long partitionsLeft, long entriesMoved) {
  /** The minimum encoded size: slot, the id's length and a character, two numbers. */
  static final int MIN_BYTES = 1 + 2 + 1 + 1;

  void write(WireWriter out) {
    out.count(slot).text(from.value()).varlong(partitionsLeft).varlong(entriesMoved);
  }

  static MoveStatus read(WireReader in) {
    return new MoveStatus(in.count(), new ServerId(in.text()), in.varlong(), in.varlong());
  }
}
