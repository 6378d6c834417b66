package io.gigafs.server.data;

import io.gigafs.protocol.Sequence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Records which writes of each client were executed, by their sequence numbers. A duplicate that
 * arrives later is not executed again, as the client may have overwritten the range since.
 * Thread-safe.
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

  /** The writes whose answers a client has: all up to a number, and some above it. */
  private static final class Numbers {
    private long confirmed;
    private final TreeSet<Long> done = new TreeSet<>();
  }

  /** Records which answers the client has, as a request states it. */
  synchronized void learn(long client, Sequence sequence) {
    Numbers numbers = numbersByClient.computeIfAbsent(client, unused -> new Numbers());
    if (sequence.confirmed() > numbers.confirmed) {
      numbers.confirmed = sequence.confirmed();
      numbers.done.headSet(sequence.confirmed(), true).clear();
    }
  }

  /** Records that a write was executed. */
  synchronized void add(long client, Sequence sequence) {
    Numbers numbers = numbersByClient.computeIfAbsent(client, unused -> new Numbers());
    if (sequence.number() > numbers.confirmed) {
      numbers.done.add(sequence.number());
    }
  }

  /** Whether the client has its answer to the write, or does not wait for it any more. */
  synchronized boolean isConfirmed(long client, Sequence sequence) {
    Numbers numbers = numbersByClient.get(client);
    return numbers != null && sequence.number() <= numbers.confirmed;
  }

  /** Whether the write was executed here, and the client may still retry it. */
  synchronized boolean isDone(long client, Sequence sequence) {
    Numbers numbers = numbersByClient.get(client);
    return numbers != null && numbers.done.contains(sequence.number());
  }
}
