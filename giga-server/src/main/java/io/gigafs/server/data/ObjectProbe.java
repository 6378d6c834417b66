package io.gigafs.server.data;

import io.gigafs.volume.DataLocation;
import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.VolumeException;
import org.jspecify.annotations.Nullable;

/**
 * A volume's answer about an object: its status, or why it is unknown.
 *
 * @param location of the object: the answer is invalid for any other object
 * @param writers at the time of the request
 */
public record ObjectProbe(
    DataLocation location,
    Writers writers,
    @Nullable ObjectStatus status,
    @Nullable VolumeException failure) {
  static ObjectProbe of(
      DataLocation location,
      Writers writers,
      @Nullable ObjectStatus status,
      @Nullable Throwable failure) {
    return new ObjectProbe(
        location, writers, status, failure == null ? null : VolumeErrors.of(failure));
  }
}
