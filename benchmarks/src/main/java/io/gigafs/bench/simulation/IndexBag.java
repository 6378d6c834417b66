package io.gigafs.bench.simulation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Numbers of partitions in no order, each once. For one thread. */
final class IndexBag {
  private int[] indices = new int[16];
  private int size;
  private final Map<Integer, Integer> places = new HashMap<>();

  int size() {
    return size;
  }

  /** The number at a place from 0 to size - 1; removals change places. */
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
      throw new IllegalArgumentException(index + " is not there");
    }
    size--;
    if (place < size) {
      indices[place] = indices[size];
      places.put(indices[place], place);
    }
  }
}
