package io.gigafs.protocol;

import io.gigafs.cluster.ClusterView;

/**
 * Asks the server that a slot comes from to stop serving it: from its answer on only the asker
 * does. Repeating it changes nothing.
 *
 * @param since the epoch since when the slot is on its way
 * @param view by which it is, as the other may not have heard of it yet
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
