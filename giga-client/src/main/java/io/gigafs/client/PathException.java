package io.gigafs.client;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;

/**
 * A text is not a path: EINVAL, or ENAMETOOLONG if one of its names is too long. The message is the
 * one of the {@link GigaException} that an operation on such a path would fail with.
 */
public final class PathException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final GigaException failure;

  PathException(ErrorCode code, String detail) {
    this(code.exception(detail));
  }

  private PathException(GigaException failure) {
    super(failure.getMessage(), failure);
    this.failure = failure;
  }

  public ErrorCode code() {
    return failure.code();
  }

  /** The same as a failed operation, for callers that work with files. */
  public GigaException asFailure() {
    return failure;
  }
}
