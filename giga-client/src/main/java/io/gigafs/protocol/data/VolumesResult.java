package io.gigafs.protocol.data;

import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import java.util.List;

/** The state of the cluster's volumes from a server's view, in the order of their numbers. */
public record VolumesResult(List<VolumeState> volumes) implements Result {
  public static final Codec<VolumesResult> CODEC =
      Codec.of(VolumesResult.class, listOf(VolumeState.CODEC));

  public VolumesResult {
    volumes = List.copyOf(volumes);
  }
}
