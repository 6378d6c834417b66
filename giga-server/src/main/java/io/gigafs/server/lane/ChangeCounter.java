package io.gigafs.server.lane;

import io.gigafs.protocol.LookupResult;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Counts changes of a partition's entries, for clients that want to know whether others made any.
 * Used on the lane only.
 *
 * <p>What a client is told is how many changes there were since some moment, but for its own: as
 * long as it is told the same number, nobody else has changed an entry, and what it learned of
 * entries meanwhile is still true. The number says nothing else, and that of a partition that was
 * loaded anew, or lost entries to a split, is another one.
 *
 * <p>Changes whose author is not known count as others'. So do a client's own from before it asked,
 * and if many clients ask: only the last ones' own are known.
 */
public final class ChangeCounter {
  /** Nobody's number as a client. */
  public static final long NOBODY = 0;

  private static final int MAX_CLIENTS = 16;
  private static final int FIRST_CLIENTS = 2;
  private static final long[] NONE = {};

  private final LongSupplier starts;
  private long all;
  private long[] clients = NONE;
  private long[] own = NONE;
  private int size;

  /** Which of them is to be forgotten next. */
  private int oldest;

  /**
   * Counts from the first of these numbers on, which are far from each other.
   *
   * @param starts any numbers, each 2^32 or more from all others in all likelihood
   */
  ChangeCounter(LongSupplier starts) {
    this.starts = starts;
    this.all = starts.getAsLong();
  }

  /** An entry is changed. */
  void changedBy(long client) {
    all++;
    int place = placeOf(client);
    if (place >= 0) {
      own[place]++;
    }
  }

  /** How many changes others made than the client, by which its own are told from now on. */
  public long byOthersThan(long client) {
    int place = placeOf(client);
    if (place < 0 && client != NOBODY) {
      remember(client);
    }
    return place < 0 ? all : all - own[place];
  }

  /** Likewise, of a client that has asked before; nothing to be kept if it has not. */
  public long byOthersIfAsked(long client) {
    int place = placeOf(client);
    return place < 0 ? LookupResult.NOT_TO_BE_KEPT : all - own[place];
  }

  /** Where a client's own are counted, -1 if nowhere. */
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

  /** Has every client be told another number than before. */
  void startAnew() {
    all = starts.getAsLong();
    size = 0;
    oldest = 0;
  }
}
