package io.gigafs.fuse;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Numbers what is open. Safe for use by several threads; finding takes no lock.
 *
 * <p>A number is a place in a table, with a count above it of how often the place was used before:
 * so a number that was given up is not mistaken for a later one.
 *
 * @param <T> what is numbered
 */
final class Handles<T> {
  private static final int FIRST_PLACES = 64;
  private static final int PLACE_BITS = 32;

  /** Numbers from 2^62 on are others'. */
  private static final int MAX_USES = (1 << 30) - 1;

  private record Open<T>(long number, T what) {}

  /** Places are written under the lock, and each is final. */
  private volatile @Nullable Open<T>[] places = places(FIRST_PLACES);

  /** Guarded by this. */
  private final Deque<Long> free = new ArrayDeque<>();

  /** The places that were ever used. Guarded by this. */
  private int used;

  @SuppressWarnings("unchecked")
  private static <T> @Nullable Open<T>[] places(int length) {
    return (Open<T>[]) new Open<?>[length];
  }

  /** Gives something a number, of 0 or more. */
  synchronized long add(T what) {
    Long number = free.poll();
    if (number == null) {
      if (used == places.length) {
        places = Arrays.copyOf(places, 2 * used);
      }
      number = (long) used++;
    }
    @Nullable Open<T>[] now = places;
    now[number.intValue()] = new Open<>(number, what);
    places = now;
    return number;
  }

  /** What has a number; EBADF if nothing has. */
  T get(long number) throws GigaException {
    @Nullable Open<T>[] now = places;
    int place = (int) number;
    Open<T> open = place >= 0 && place < now.length ? now[place] : null;
    if (open == null || open.number != number) {
      throw ErrorCode.EBADF.exception("handle " + number);
    }
    return open.what;
  }

  /** Takes a number away; what had it. */
  synchronized T remove(long number) throws GigaException {
    T what = get(number);
    @Nullable Open<T>[] now = places;
    now[(int) number] = null;
    places = now;
    long uses = number >>> PLACE_BITS;
    free.add(((uses == MAX_USES ? 0 : uses + 1) << PLACE_BITS) | (int) number);
    return what;
  }

  /** All that has a number now. */
  synchronized List<T> all() {
    List<T> all = new ArrayList<>();
    for (Open<T> open : places) {
      if (open != null) {
        all.add(open.what);
      }
    }
    return all;
  }
}
