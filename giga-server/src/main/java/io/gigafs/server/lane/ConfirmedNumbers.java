package io.gigafs.server.lane;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Up to which number each client has confirmed its mutations, as far as a lane heard of it in any
 * of its partitions. Used on the lane only.
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

  /** What was heard last: partitions of one commit batch hear much the same. */
  private long lastClient;

  private long lastConfirmed = -1;

  void learn(long client, long confirmed) {
    if (client != lastClient || confirmed > lastConfirmed) {
      lastClient = client;
      lastConfirmed = confirmedByClient.merge(client, confirmed, Math::max);
    }
  }

  /** The highest number heard of, 0 if none was. */
  long of(long client) {
    return confirmedByClient.getOrDefault(client, 0L);
  }
}
