package io.gigafs.protocol.migration;

import io.gigafs.cluster.ClusterView;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Asks the previous owner of a slot to stop serving it: after its answer only the sender serves it.
 * Idempotent.
 *
 * @param since the epoch since which the slot is moving
 * @param view the view with the move, which the previous owner may not have yet
 */
public record OpenSlotRequest(int slot, long since, ClusterView view)
    implements Request<OpenSlotResult> {
  public static final Opcode<OpenSlotResult> OPCODE =
      Opcode.of(
          73,
          "OPEN_SLOT",
          Codec.of(OpenSlotRequest.class, OpenSlotRequest::write, OpenSlotRequest::read),
          OpenSlotResult.CODEC);

  @Override
  public Opcode<OpenSlotResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.varint(slot).varlong(since).view(view);
  }

  static OpenSlotRequest read(WireReader in) {
    return new OpenSlotRequest(in.varint(), in.varlong(), in.view());
  }
}
