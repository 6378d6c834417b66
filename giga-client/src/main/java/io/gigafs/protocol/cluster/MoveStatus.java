package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.SERVER;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.Codec;

/**
 * The progress of a slot that is moving to a server.
 *
 * @param partitionsLeft the number of its partitions that are still on the previous owner
 * @param entriesMoved the number of entries that have arrived
 */
public record MoveStatus(int slot, ServerId from, long partitionsLeft, long entriesMoved) {
  static final Codec<MoveStatus> CODEC =
      Codec.of(MoveStatus.class, COUNT, SERVER, VARLONG, VARLONG);
}
