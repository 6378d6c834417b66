package io.gigafs.rpc;

import java.util.concurrent.CompletionException;

/** Why futures fail. */
public final class Failures {
  private Failures() {}

  /** Why a future failed, without what chains of futures wrap it into. */
  public static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
