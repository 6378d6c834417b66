package io.gigafs.client;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The duplicate request cache of all servers. It throws an AssertionError if a client sends a
 * mutation that it has confirmed, or confirms one that is still pending.
 */
public final class FakeReplies {
  private final Map<Mark, Answer<? extends Result>> replies = new HashMap<>();
  private final Map<Long, Long> confirmed = new HashMap<>();
  int repeated;

  private record Mark(long client, long number) {}

  /** The earlier answer to the same mutation. */
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
    // A delayed request may confirm less than is known by now, and may be late itself.
    if (number <= confirms) {
      throw new AssertionError("mutation " + number + " sent though confirmed " + confirms);
    }
  }

  void record(long client, long number, Answer<? extends Result> answer) {
    if (replies.put(new Mark(client, number), answer) != null) {
      throw new AssertionError("mutation " + number + " done twice");
    }
  }

  /** The lowest number up to which every client has confirmed. */
  public long confirmedByAll() {
    return confirmed.values().stream().mapToLong(Long::longValue).min().orElse(0);
  }
}
