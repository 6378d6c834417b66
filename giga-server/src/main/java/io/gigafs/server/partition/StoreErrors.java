package io.gigafs.server.partition;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.tablefs.StoreException;
import org.slf4j.Logger;

/** Maps store failures to protocol errors. */
public final class StoreErrors {
  private StoreErrors() {}

  public static ErrorCode codeOf(StoreException failure) {
    return failure.kind() == StoreException.Kind.NO_SPACE ? ErrorCode.ENOSPC : ErrorCode.EIO;
  }

  /** Logs a failure, unless the store has already logged its cause. */
  public static void log(Logger log, String what, StoreException failure) {
    if (failure.isKnown()) {
      log.debug("{}: {}", what, failure.getMessage());
    } else {
      log.error("{}", what, failure);
    }
  }

  public static String detailOf(StoreException failure) {
    return "the server's store failed: " + failure.getMessage();
  }
}
