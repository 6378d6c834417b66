package io.gigafs.server.placement;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result;
import io.gigafs.volume.VolumeException;
import java.util.concurrent.CompletionException;

/** A volume's failures in the words of the protocol. */
public final class VolumeErrors {
  private VolumeErrors() {}

  public static ErrorCode codeOf(VolumeException.Kind kind) {
    return switch (kind) {
      case NO_SPACE -> ErrorCode.ENOSPC;
      case READ_ONLY -> ErrorCode.EROFS;
      case DENIED -> ErrorCode.EACCES;
      case NOT_FOUND, EXISTS, GONE, IO -> ErrorCode.EIO;
    };
  }

  /** What a call to a volume ended with; anything but a volume's failure is the server's own. */
  public static VolumeException of(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof VolumeException known
        ? known
        : new VolumeException(
            VolumeException.Kind.IO, "internal error, see the server's log: " + cause, cause);
  }

  public static <R extends Result> Answer<R> answer(VolumeException failure) {
    return new Answer.Failed<>(codeOf(failure.kind()), String.valueOf(failure.getMessage()));
  }
}
