package io.gigafs.client.data;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.volume.VolumeException;

/** Maps a volume's failures to the errors that callers get. */
public final class ObjectFailure {
  private ObjectFailure() {}

  public static GigaException of(VolumeException failure) {
    GigaException exception =
        ErrorCode.of(failure.kind()).exception(String.valueOf(failure.getMessage()));
    exception.initCause(failure);
    return exception;
  }
}
