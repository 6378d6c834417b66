package io.gigafs.cache.segment;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Locations of released blocks, for new blocks of the same sizes: last released, first reused,
 * because the processor's cache may still have its pages. So data that is overwritten repeatedly
 * stays in the same memory. Safe for use by several threads.
 *
 * <p>Only locations of large blocks, whose pages are not shared. Their number is bounded: a dropped
 * location is reclaimed with its segment.
 *
 * <p>Invariant: it has no location in a retired segment.
 */
final class FreedPlaces {
  private static final int MAX_SIZES = 64;
  private static final int MAX_PLACES_OF_SIZE = 1024;

  /** By size in bytes, the most recently used size last. */
  private final Map<Integer, Deque<SegmentPool.Place>> bySize =
      new LinkedHashMap<>(2 * MAX_SIZES, 0.75f, true);

  /** Adds the location of a block that is released and not pinned. */
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

  /** Takes a location of a size, and pins its segment; null if there is none. */
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

  /** Drops the locations in a retired segment. */
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
