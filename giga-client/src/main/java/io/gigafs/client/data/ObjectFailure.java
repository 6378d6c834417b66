package io.gigafs.client.data;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.volume.VolumeException;

/** What callers are told of a volume's failures. */
public final class ObjectFailure {
  private ObjectFailure() {}

  public static GigaException of(VolumeException failure) {
    GigaException told =
        ErrorCode.of(failure.kind()).exception(String.valueOf(failure.getMessage()));
    told.initCause(failure);
    return told;
  }
}
