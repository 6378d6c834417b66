package io.gigafs.protocol;

import java.util.List;

/** The state of the cluster's volumes from a server's view, in the order of their numbers. */
public record VolumesResult(List<VolumeState> volumes) implements Result {
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
