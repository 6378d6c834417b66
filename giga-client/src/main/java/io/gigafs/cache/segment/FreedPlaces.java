package io.gigafs.cache.segment;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Places of released blocks, for the next blocks of the same sizes: the last one that was released
 * first, as the processor's cache may still have its pages. So what is overwritten again and again
 * stays in the same memory. Safe for use by several threads.
 *
 * <p>Only large blocks' places, whose pages no other block shares. A bounded number: a place that
 * is forgotten comes back with its segment.
 *
 * <p>Invariant: it has no place of a retired segment.
 */
final class FreedPlaces {
  private static final int MAX_SIZES = 64;
  private static final int MAX_PLACES_OF_SIZE = 1024;

  /** By the bytes that they have, the size that was used last at the end. */
  private final Map<Integer, Deque<SegmentPool.Place>> bySize =
      new LinkedHashMap<>(2 * MAX_SIZES, 0.75f, true);

  /** Adds the place of a block that is released and has no pin. */
  synchronized void add(Block block) {
    Segment segment = block.segment;
    if (!BlockHeader.isLarge(block.length) || segment.isRetired() || segment.hasFailed()) {
      return;
    }
    Deque<SegmentPool.Place> places =
        bySize.computeIfAbsent(block.takenBytes(), size -> new ArrayDeque<>());
    places.addFirst(new SegmentPool.Place(segment, block.offset, true));
    if (places.size() > MAX_PLACES_OF_SIZE) {
      places.removeLast();
    }
    if (bySize.size() > MAX_SIZES) {
      Iterator<Integer> sizes = bySize.keySet().iterator();
      sizes.next();
      sizes.remove();
    }
  }

  /** Takes a place of a size, and pins its segment; null if there is none. */
  synchronized SegmentPool.@Nullable Place take(int bytes) {
    Deque<SegmentPool.Place> places = bySize.get(bytes);
    while (places != null && !places.isEmpty()) {
      SegmentPool.Place place = places.removeFirst();
      if (!place.segment().hasFailed() && place.segment().pin()) {
        return place;
      }
    }
    return null;
  }

  /** Forgets the places of a segment that was retired. */
  synchronized void forget(Segment segment) {
    for (Iterator<Deque<SegmentPool.Place>> all = bySize.values().iterator(); all.hasNext(); ) {
      Deque<SegmentPool.Place> places = all.next();
      places.removeIf(place -> place.segment() == segment);
      if (places.isEmpty()) {
        all.remove();
      }
    }
  }
}
