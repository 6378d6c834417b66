package io.gigafs.server.lane;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.tablefs.StoreException;

/** A store's failures in the words of the protocol. */
public final class StoreErrors {
  private StoreErrors() {}

  public static ErrorCode codeOf(StoreException failure) {
    return failure.kind() == StoreException.Kind.NO_SPACE ? ErrorCode.ENOSPC : ErrorCode.EIO;
  }

  public static String detailOf(StoreException failure) {
    return "the server's store failed: " + failure.getMessage();
  }
}
