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
 * Assigns numbers to open objects. Safe for use by several threads; lookups take no lock.
 *
 * <p>A number consists of an index in a table and, above it, a count of how often the index was
 * used before. So a released number is not mistaken for a later one.
 *
 * @param <T> the type of the objects
 */
final class Handles<T> {
  private static final int FIRST_PLACES = 64;
  private static final int PLACE_BITS = 32;

  /** Numbers of 2^62 and above are used by others. */
  private static final int MAX_USES = (1 << 30) - 1;

  private record Open<T>(long number, T what) {}

  /** Elements are written under the lock, and each is immutable. */
  private volatile @Nullable Open<T>[] places = places(FIRST_PLACES);

  /** Free indexes. Guarded by this. */
  private final Deque<Long> free = new ArrayDeque<>();

  /** The number of indexes ever used. Guarded by this. */
  private int used;

  @SuppressWarnings("unchecked")
  private static <T> @Nullable Open<T>[] places(int length) {
    return (Open<T>[]) new Open<?>[length];
  }

  /** Assigns a number of 0 or more. */
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

  /** The object with a number; EBADF if there is none. */
  T get(long number) throws GigaException {
    @Nullable Open<T>[] now = places;
    int place = (int) number;
    Open<T> open = place >= 0 && place < now.length ? now[place] : null;
    if (open == null || open.number != number) {
      throw ErrorCode.EBADF.exception("handle " + number);
    }
    return open.what;
  }

  /** Releases a number and returns its object. */
  synchronized T remove(long number) throws GigaException {
    T what = get(number);
    @Nullable Open<T>[] now = places;
    now[(int) number] = null;
    places = now;
    long uses = number >>> PLACE_BITS;
    free.add(((uses == MAX_USES ? 0 : uses + 1) << PLACE_BITS) | (int) number);
    return what;
  }

  /** All objects that have a number now. */
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
