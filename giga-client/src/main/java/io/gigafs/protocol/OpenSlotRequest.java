package io.gigafs.protocol;

import io.gigafs.cluster.ClusterView;

/**
 * Asks the previous owner of a slot to stop serving it: after its answer only the sender serves it.
 * Idempotent.
 *
 * @param since the epoch since which the slot is moving
 * @param view the view with the move, which the previous owner may not have yet
 */
public record OpenSlotRequest(int slot, long since, ClusterView view)
    implements Request<OpenSlotResult> {
  @Override
  public Opcode<OpenSlotResult> opcode() {
    return Opcode.OPEN_SLOT;
  }

  void write(WireWriter out) {
    out.varint(slot).varlong(since).view(view);
  }

  static OpenSlotRequest read(WireReader in) {
    return new OpenSlotRequest(in.varint(), in.varlong(), in.view());
  }
}
