package io.gigafs.server.partition;

import io.gigafs.protocol.namespace.LookupResult;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Counts the changes of a partition's entries, as the change attribute of NFS does, so that clients
 * can detect changes by others. Used on the lane only.
 *
 * <p>A client gets the number of changes by all others. As long as it gets the same number, nobody
 * else has changed an entry, and its cached entries are valid. The number has no other meaning: it
 * starts at another value when a partition is loaded again or loses entries to a split.
 *
 * <p>Changes by unknown clients count as changes by others. So do a client's own changes from
 * before its first request for the number, and its changes after more recent clients displaced it,
 * since only a limited number of clients is tracked.
 */
public final class ChangeCounter {
  /** The client number of no client. */
  public static final long NOBODY = 0;

  private static final int MAX_CLIENTS = 16;
  private static final int FIRST_CLIENTS = 2;
  private static final long[] NONE = {};

  private final LongSupplier starts;
  private long all;
  private long[] clients = NONE;
  private long[] own = NONE;
  private int size;

  /** The index of the client to replace next. */
  private int oldest;

  /**
   * Starts counting at one of the given numbers.
   *
   * @param starts random numbers that with high probability are at least 2^32 apart
   */
  ChangeCounter(LongSupplier starts) {
    this.starts = starts;
    this.all = starts.getAsLong();
  }

  /** Records a change of an entry. */
  void changedBy(long client) {
    all++;
    int place = placeOf(client);
    if (place >= 0) {
      own[place]++;
    }
  }

  /**
   * The number of changes by others; from now on the client's own changes are counted separately.
   */
  public long byOthersThan(long client) {
    int place = placeOf(client);
    if (place < 0 && client != NOBODY) {
      remember(client);
    }
    return place < 0 ? all : all - own[place];
  }

  /**
   * The number of changes by others for a client that requested it before; otherwise
   * NOT_TO_BE_KEPT.
   */
  public long byOthersIfAsked(long client) {
    int place = placeOf(client);
    return place < 0 ? LookupResult.NOT_TO_BE_KEPT : all - own[place];
  }

  /** The index of a client's counter, -1 if it has none. */
  private int placeOf(long client) {
    for (int i = 0; i < size; i++) {
      if (clients[i] == client) {
        return i;
      }
    }
    return -1;
  }

  private void remember(long client) {
    int place = size;
    if (size < MAX_CLIENTS) {
      if (size == clients.length) {
        clients = Arrays.copyOf(clients, Math.max(FIRST_CLIENTS, 2 * size));
        own = Arrays.copyOf(own, clients.length);
      }
      size++;
    } else {
      place = oldest;
      oldest = (oldest + 1) % MAX_CLIENTS;
    }
    clients[place] = client;
    own[place] = 0;
  }

  /** Restarts at another number, so that every client sees a change. */
  void startAnew() {
    all = starts.getAsLong();
    size = 0;
    oldest = 0;
  }
}
