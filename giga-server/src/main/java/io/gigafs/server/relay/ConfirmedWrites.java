package io.gigafs.server.relay;

import io.gigafs.protocol.Sequence;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Up to which number each client has its answers, as far as its writes have told. A write at or
 * below that number is a copy that comes late: the client may have written something else there
 * since. Safe for use by several threads.
 */
final class ConfirmedWrites {
  private static final int MAX_CLIENTS = 65_536;

  /** Guarded by this. */
  private final Map<Long, Long> confirmedByClient =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
          return size() > MAX_CLIENTS;
        }
      };

  synchronized void learn(long client, Sequence sequence) {
    confirmedByClient.merge(client, sequence.confirmed(), Math::max);
  }

  synchronized boolean isLate(long client, Sequence sequence) {
    return sequence.number() <= confirmedByClient.getOrDefault(client, 0L);
  }
}
