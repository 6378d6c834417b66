package io.gigafs.client.data;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.volume.VolumeException;

/** What callers are told of a volume's failures. */
final class ObjectFailure {
  private ObjectFailure() {}

  static GigaException of(VolumeException failure) {
    GigaException told = code(failure.kind()).exception(String.valueOf(failure.getMessage()));
    told.initCause(failure);
    return told;
  }

  private static ErrorCode code(VolumeException.Kind kind) {
    return switch (kind) {
      case NOT_FOUND -> ErrorCode.ENODATA;
      case NO_SPACE -> ErrorCode.ENOSPC;
      case READ_ONLY -> ErrorCode.EROFS;
      case DENIED -> ErrorCode.EACCES;
      case EXISTS, GONE, IO -> ErrorCode.EIO;
    };
  }
}
