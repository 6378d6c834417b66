package io.gigafs.client;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;

/**
 * What an operation does when a directory is gone from under its cached entry (ESTALE): its paths
 * are resolved anew without the cache, twice at most; then it is as if the directory had not
 * existed (ENOENT). A directory that is meant by its inode id may have moved as often as it is
 * asked for; and of a path that has to lead to one file it is said in the end that it does not
 * (ESTALE). Used by one thread at a time.
 */
final class StalePath {
  private static final int MAX_ANEW = 2;
  private static final int MAX_ANEW_BY_INODE = 20;

  private final Operation<?> operation;
  private int anew;

  StalePath(Operation<?> operation) {
    this.operation = operation;
  }

  /** Tries once more after a failure if that may help; otherwise fails the operation. */
  void retryOrFail(GigaException failure, Runnable retry) {
    if (failure.code() != ErrorCode.ESTALE) {
      operation.fail(failure);
    } else if (anew < (operation.path().isBaseItself() ? MAX_ANEW_BY_INODE : MAX_ANEW)) {
      anew++;
      operation.relyOnCacheNoMore();
      retry.run();
    } else {
      boolean isOther = operation.path().expected() != null;
      operation.fail(operation.failure(isOther ? ErrorCode.ESTALE : ErrorCode.ENOENT, ""));
    }
  }
}
