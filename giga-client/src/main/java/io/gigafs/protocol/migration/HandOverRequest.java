package io.gigafs.protocol.migration;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Asks the previous owner of a slot to send one of the slot's partitions before it answers.
 *
 * @param since the epoch since which the slot is moving
 * @param wanted the partition, or null for any that is left
 */
public record HandOverRequest(int slot, long since, @Nullable Wanted wanted)
    implements Request<HandOverResult> {
  public static final Opcode<HandOverResult> OPCODE =
      Opcode.of(
          74,
          "HAND_OVER",
          Codec.of(HandOverRequest.class, HandOverRequest::write, HandOverRequest::read),
          HandOverResult.CODEC);

  /** A partition of the slot. */
  public record Wanted(InodeId directory, PartitionIndex partition) {}

  @Override
  public Opcode<HandOverResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.varint(slot).varlong(since).flag(wanted != null);
    if (wanted != null) {
      out.inode(wanted.directory()).partition(wanted.partition());
    }
  }

  static HandOverRequest read(WireReader in) {
    return new HandOverRequest(
        in.varint(), in.varlong(), in.flag() ? new Wanted(in.inode(), in.partition()) : null);
  }
}
