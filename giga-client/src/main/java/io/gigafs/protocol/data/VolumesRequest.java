package io.gigafs.protocol.data;

import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import java.util.List;

/** Requests the state of the cluster's volumes from a server's view. */
public record VolumesRequest() implements Request<VolumesRequest.VolumesResult> {
  public static final Opcode<VolumesResult> OPCODE =
      Opcode.of(49, "VOLUMES", Codec.of(VolumesRequest.class), VolumesResult.CODEC);

  public static final VolumesRequest INSTANCE = new VolumesRequest();

  /** The state of the cluster's volumes from a server's view, in the order of their numbers. */
  public record VolumesResult(List<VolumeState> volumes) implements Result {
    public static final Codec<VolumesResult> CODEC =
        Codec.of(VolumesResult.class, listOf(VolumeState.CODEC));

    public VolumesResult {
      volumes = List.copyOf(volumes);
    }
  }
}
