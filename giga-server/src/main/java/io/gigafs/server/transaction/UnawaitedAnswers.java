package io.gigafs.server.transaction;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles answers that no caller waits for. */
public final class UnawaitedAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(UnawaitedAnswers.class);

  private UnawaitedAnswers() {}

  /** Logs a failure; the asked server learns the outcome in another way. */
  public static <R extends Result> void logFailure(
      CompletableFuture<Answer<R>> answer, String what) {
    answer.thenAccept(
        given -> {
          if (!(given instanceof Answer.Done<R>)) {
            LOG.warn("{} failed, the other server will ask for the outcome: {}", what, given);
          }
        });
  }
}
