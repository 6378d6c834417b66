package io.gigafs.server.placement;

import io.gigafs.volume.DataLocation;
import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.VolumeException;
import org.jspecify.annotations.Nullable;

/**
 * What a volume said when it was asked about an object: what that is, or why that is not known.
 *
 * @param location of the object: what is said of one means nothing for another
 * @param writers when it was asked
 */
public record Probe(
    DataLocation location,
    Writers writers,
    @Nullable ObjectStatus status,
    @Nullable VolumeException failure) {
  static Probe of(
      DataLocation location,
      Writers writers,
      @Nullable ObjectStatus status,
      @Nullable Throwable failure) {
    return new Probe(location, writers, status, failure == null ? null : VolumeErrors.of(failure));
  }
}
