package io.gigafs.bench.simulation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** An unordered set of partition numbers. Not thread-safe. */
final class IndexBag {
  private int[] indices = new int[16];
  private int size;
  private final Map<Integer, Integer> places = new HashMap<>();

  int size() {
    return size;
  }

  /** The number at a position from 0 to size - 1. Removals change positions. */
  int get(int place) {
    return indices[place];
  }

  void add(int index) {
    if (size == indices.length) {
      indices = Arrays.copyOf(indices, 2 * size);
    }
    indices[size] = index;
    places.put(index, size);
    size++;
  }

  void remove(int index) {
    Integer place = places.remove(index);
    if (place == null) {
      throw new IllegalArgumentException(index + " is not in the bag");
    }
    size--;
    if (place < size) {
      indices[place] = indices[size];
      places.put(indices[place], place);
    }
  }
}
