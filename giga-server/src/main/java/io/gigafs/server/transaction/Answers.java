package io.gigafs.server.transaction;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What to do with answers that nothing waits for. */
final class Answers {
  private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

  private Answers() {}

  /** Logs an answer other than success; whoever asked has another way to get there. */
  static <R extends Result> void logFailure(CompletableFuture<Answer<R>> answer, String what) {
    answer.thenAccept(
        given -> {
          if (!(given instanceof Answer.Done<R>)) {
            LOG.warn("{} did not succeed, it will be found out later: {}", what, given);
          }
        });
  }
}
