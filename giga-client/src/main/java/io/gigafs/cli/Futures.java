package io.gigafs.cli;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Helpers for the client's futures. */
public final class Futures {
  private Futures() {}

  /** Waits for a result. */
  public static <T> T await(CompletableFuture<T> answer) throws IOException {
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (ErrorText.unwrap(e) instanceof IOException failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** Whether an operation failed with one of these errors. */
  public static boolean isError(Throwable thrown, ErrorCode... codes) {
    if (ErrorText.unwrap(thrown) instanceof GigaException failure) {
      for (ErrorCode code : codes) {
        if (failure.code() == code) {
          return true;
        }
      }
    }
    return false;
  }
}
