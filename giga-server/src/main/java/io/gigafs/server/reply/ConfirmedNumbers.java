package io.gigafs.server.reply;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The highest mutation number that each client has confirmed to any partition of a lane. Used on
 * the lane only.
 */
public final class ConfirmedNumbers {
  private static final int MAX_CLIENTS = 65_536;

  private final Map<Long, Long> confirmedByClient =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
          return size() > MAX_CLIENTS;
        }
      };

  /** The last confirmation: the partitions of one commit batch mostly get the same one. */
  private long lastClient;

  private long lastConfirmed = -1;

  void learn(long client, long confirmed) {
    if (client != lastClient || confirmed > lastConfirmed) {
      lastClient = client;
      lastConfirmed = confirmedByClient.merge(client, confirmed, Math::max);
    }
  }

  /** The client's highest confirmed number, 0 if unknown. */
  long of(long client) {
    return confirmedByClient.getOrDefault(client, 0L);
  }
}
