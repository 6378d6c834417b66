package io.gigafs.client;

import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntArrayList;

/** Groups names by the partition that holds them, into pieces that fit into a request. Pure. */
final class BulkGroups {
  static final int MAX_NAMES = 1_000;
  static final int MAX_NAME_BYTES = 64 << 10;

  private BulkGroups() {}

  /**
   * The places, grouped; within a group in the order given.
   *
   * @param places which of the names, at least one
   */
  static List<int[]> of(List<Name> names, int[] places, PartitionMap map) {
    Int2ObjectHashMap<Group> open = new Int2ObjectHashMap<>();
    List<Group> groups = new ArrayList<>();
    for (int place : places) {
      Name name = names.get(place);
      int partition = map.indexOf(name.hash()).value();
      Group group = open.get(partition);
      if (group == null || !group.fits(name)) {
        group = new Group();
        open.put(partition, group);
        groups.add(group);
      }
      group.add(place, name);
    }
    return groups.stream().map(group -> group.places.toIntArray()).toList();
  }

  private static final class Group {
    private final IntArrayList places = new IntArrayList();
    private int bytes;

    boolean fits(Name name) {
      return places.size() < MAX_NAMES && bytes + name.bytes().length <= MAX_NAME_BYTES;
    }

    void add(int place, Name name) {
      places.addInt(place);
      bytes += name.bytes().length;
    }
  }
}
