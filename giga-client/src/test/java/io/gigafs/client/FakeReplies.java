package io.gigafs.client;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.Result;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What mutations were answered, for all servers; refuses (by an AssertionError) a client that sends
 * what it has confirmed, or confirms what it still waits for.
 */
final class FakeReplies {
  private final Map<Mark, Answer<? extends Result>> replies = new HashMap<>();
  private final Map<Long, Long> confirmed = new HashMap<>();
  int repeated;

  private record Mark(long client, long number) {}

  /** The answer that was given to the same mutation before. */
  @Nullable Answer<? extends Result> known(long client, PartitionRequest<?> request) {
    if (!(request instanceof Mutation<?> mutation)) {
      return null;
    }
    check(client, mutation.sequence().number(), mutation.sequence().confirmed());
    return known(client, mutation.sequence().number());
  }

  @Nullable Answer<? extends Result> known(long client, long number) {
    Answer<? extends Result> known = replies.get(new Mark(client, number));
    if (known != null) {
      repeated++;
    }
    return known;
  }

  void check(long client, long number, long confirms) {
    confirmed.merge(client, confirms, Math::max);
    // A request that was long under way may say less than is known by now, and be late itself.
    if (number <= confirms) {
      throw new AssertionError("mutation " + number + " sent though confirmed " + confirms);
    }
  }

  void record(long client, long number, Answer<? extends Result> answer) {
    if (replies.put(new Mark(client, number), answer) != null) {
      throw new AssertionError("mutation " + number + " done twice");
    }
  }

  /** The lowest that any client has confirmed. */
  long confirmedByAll() {
    return confirmed.values().stream().mapToLong(Long::longValue).min().orElse(0);
  }
}
