package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import org.jspecify.annotations.Nullable;

/**
 * Asks the previous owner of a slot to send one of the slot's partitions before it answers.
 *
 * @param since the epoch since which the slot is moving
 * @param wanted the partition, or null for any that is left
 */
public record HandOverRequest(int slot, long since, @Nullable Wanted wanted)
    implements Request<HandOverResult> {

  /** A partition of the slot. */
  public record Wanted(InodeId directory, PartitionIndex partition) {}

  @Override
  public Opcode<HandOverResult> opcode() {
    return Opcode.HAND_OVER;
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
