package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.VARINT;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.VIEW;

import io.gigafs.cluster.ClusterView;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;

/**
 * Asks the previous owner of a slot to stop serving it: after its answer only the sender serves it.
 * Idempotent.
 *
 * @param since the epoch since which the slot is moving
 * @param view the view with the move, which the previous owner may not have yet
 */
public record OpenSlotRequest(int slot, long since, ClusterView view)
    implements Request<OpenSlotRequest.OpenSlotResult> {
  static final Codec<OpenSlotRequest> CODEC =
      Codec.of(OpenSlotRequest.class, VARINT, VARLONG, VIEW);

  public static final Opcode<OpenSlotResult> OPCODE =
      Opcode.of(73, "OPEN_SLOT", CODEC, OpenSlotResult.CODEC);

  /**
   * The previous owner of a slot has stopped serving it.
   *
   * @param lowestId this inode id of the slot and all higher ones were never used
   */
  public record OpenSlotResult(long lowestId) implements Result {
    public static final Codec<OpenSlotResult> CODEC = Codec.of(OpenSlotResult.class, VARLONG);
  }
}
