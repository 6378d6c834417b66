package io.gigafs.server.relay;

import io.gigafs.protocol.Sequence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which writes of each client were done, as far as their numbers say: a copy that comes later is
 * not done again, as the client may have written something else there since. Safe for use by
 * several threads.
 */
final class DoneWrites {
  private static final int MAX_CLIENTS = 65_536;

  /** Guarded by this. */
  private final Map<Long, Numbers> numbersByClient =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Numbers> eldest) {
          return size() > MAX_CLIENTS;
        }
      };

  /** What a client has its answers to: all up to a number, and some behind it. */
  private static final class Numbers {
    private long confirmed;
    private final TreeSet<Long> done = new TreeSet<>();
  }

  /** Takes note of what a request tells of the client's answers. */
  synchronized void learn(long client, Sequence sequence) {
    Numbers numbers = numbersByClient.computeIfAbsent(client, unused -> new Numbers());
    if (sequence.confirmed() > numbers.confirmed) {
      numbers.confirmed = sequence.confirmed();
      numbers.done.headSet(sequence.confirmed(), true).clear();
    }
  }

  /** Takes note that a write was done. */
  synchronized void add(long client, Sequence sequence) {
    Numbers numbers = numbersByClient.computeIfAbsent(client, unused -> new Numbers());
    if (sequence.number() > numbers.confirmed) {
      numbers.done.add(sequence.number());
    }
  }

  /** Whether the client has its answer to the write, or will not hear of it. */
  synchronized boolean isConfirmed(long client, Sequence sequence) {
    Numbers numbers = numbersByClient.get(client);
    return numbers != null && sequence.number() <= numbers.confirmed;
  }

  /** Whether the write was done here, and the client may still ask. */
  synchronized boolean isDone(long client, Sequence sequence) {
    Numbers numbers = numbersByClient.get(client);
    return numbers != null && numbers.done.contains(sequence.number());
  }
}
