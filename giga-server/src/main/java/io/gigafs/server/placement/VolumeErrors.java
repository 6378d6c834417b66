package io.gigafs.server.placement;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Failures;
import io.gigafs.volume.VolumeException;

/** A volume's failures in the words of the protocol. */
public final class VolumeErrors {
  private VolumeErrors() {}

  /** That a file's object is missing is damage: nobody but the server chose it. */
  public static ErrorCode codeOf(VolumeException.Kind kind) {
    return kind == VolumeException.Kind.NOT_FOUND ? ErrorCode.EIO : ErrorCode.of(kind);
  }

  /** What a call to a volume ended with; anything but a volume's failure is the server's own. */
  public static VolumeException of(Throwable failure) {
    Throwable cause = Failures.cause(failure);
    return cause instanceof VolumeException known
        ? known
        : new VolumeException(
            VolumeException.Kind.IO, "internal error, see the server's log: " + cause, cause);
  }

  public static <R extends Result> Answer<R> answer(VolumeException failure) {
    return new Answer.Failed<>(codeOf(failure.kind()), String.valueOf(failure.getMessage()));
  }
}
