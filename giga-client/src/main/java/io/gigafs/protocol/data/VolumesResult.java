package io.gigafs.protocol.data;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/** The state of the cluster's volumes from a server's view, in the order of their numbers. */
public record VolumesResult(List<VolumeState> volumes) implements Result {
  public static final Codec<VolumesResult> CODEC =
      Codec.of(VolumesResult.class, VolumesResult::write, VolumesResult::read);

  public VolumesResult {
    volumes = List.copyOf(volumes);
  }

  void write(WireWriter out) {
    out.count(volumes.size());
    for (VolumeState volume : volumes) {
      volume.write(out);
    }
  }

  static VolumesResult read(WireReader in) {
    return new VolumesResult(in.list(VolumeState.MIN_BYTES, VolumeState::read));
  }
}
