package io.gigafs.protocol;

import io.gigafs.cluster.ServerId;

/**
 * How far a slot is that is on its way to a server.
 *
 * @param partitionsLeft how many of its partitions are still where it comes from
 * @param entriesMoved how many entries have arrived
 */
public record MoveStatus(int slot, ServerId from, long partitionsLeft, long entriesMoved) {
  /** The fewest bytes that it takes: slot, the id's length and a character, two numbers. */
  static final int MIN_BYTES = 1 + 2 + 1 + 1;

  void write(WireWriter out) {
    out.count(slot).text(from.value()).varlong(partitionsLeft).varlong(entriesMoved);
  }

  static MoveStatus read(WireReader in) {
    return new MoveStatus(in.count(), new ServerId(in.text()), in.varlong(), in.varlong());
  }
}
