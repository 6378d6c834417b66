package io.gigafs.cli.fsck;

import io.gigafs.cli.CommandException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for the results of other threads. */
final class Waiting {
  private Waiting() {}

  /** The result of a future. */
  static <T> T on(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failed("interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException unexpected) {
        throw unexpected;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
