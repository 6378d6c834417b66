package io.gigafs.server.data;

import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result;
import io.gigafs.volume.VolumeException;

/** Conversion of volumes' failures to errors of the protocol. */
public final class VolumeErrors {
  private VolumeErrors() {}

  /** A missing object of a file is damage, as only the server chooses the path. */
  public static ErrorCode codeOf(VolumeException.Kind kind) {
    return kind == VolumeException.Kind.NOT_FOUND ? ErrorCode.EIO : ErrorCode.of(kind);
  }

  /** The failure of a call to a volume; anything but a volume's failure is an internal error. */
  public static VolumeException of(Throwable failure) {
    Throwable cause = Futures.cause(failure);
    return cause instanceof VolumeException known
        ? known
        : new VolumeException(
            VolumeException.Kind.IO, "internal error, see the server's log: " + cause, cause);
  }

  public static <R extends Result> Answer<R> answer(VolumeException failure) {
    return new Answer.Failed<>(codeOf(failure.kind()), String.valueOf(failure.getMessage()));
  }
}
