package io.gigafs.client.lookup;

import io.gigafs.client.DirectoryTarget.DirectoryInode;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;

/**
 * How an operation handles a directory that is gone although its entry was cached (ESTALE): it
 * resolves its paths again without the cache, twice at most, and then reports ENOENT. A directory
 * named by its inode id may have moved during each attempt. For a target bound to one file the
 * final error is ESTALE. Used by one thread at a time.
 */
public final class StalePath {
  private static final int MAX_ANEW = 2;
  private static final int MAX_ANEW_BY_INODE = 20;

  private final ClientOperation<?> operation;
  private int anew;

  public StalePath(ClientOperation<?> operation) {
    this.operation = operation;
  }

  /** Retries after a failure if that may help; otherwise fails the operation. */
  public void retryOrFail(GigaException failure, Runnable retry) {
    if (failure.code() != ErrorCode.ESTALE) {
      operation.fail(failure);
    } else if (anew
        < (operation.target() instanceof DirectoryInode ? MAX_ANEW_BY_INODE : MAX_ANEW)) {
      anew++;
      operation.relyOnCacheNoMore();
      retry.run();
    } else {
      boolean isOther = operation.target().expected() != null;
      operation.fail(operation.failure(isOther ? ErrorCode.ESTALE : ErrorCode.ENOENT, ""));
    }
  }
}
