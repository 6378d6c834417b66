package io.gigafs.client.bulk;

import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntArrayList;

/** Groups names by partition, into pieces that fit into a request. Pure. */
final class BulkGroups {
  /** The limit of a request that carries only names. */
  static final Limit NAMES = new Limit(1_000, 64 << 10, place -> 0);

  private BulkGroups() {}

  /**
   * The maximum size of a request.
   *
   * @param names how many, at least one
   * @param bytes of names and of what goes with them; a single name may exceed it
   * @param bytesBeside how many bytes go with the name of an index
   */
  record Limit(int names, int bytes, IntUnaryOperator bytesBeside) {}

  /**
   * The indices, grouped; in the given order within a group.
   *
   * @param places which of the names, at least one
   */
  static List<int[]> of(List<Name> names, int[] places, PartitionMap map, Limit limit) {
    Int2ObjectHashMap<Group> open = new Int2ObjectHashMap<>();
    List<Group> groups = new ArrayList<>();
    for (int place : places) {
      Name name = names.get(place);
      int partition = map.indexOf(name.hash()).value();
      Group group = open.get(partition);
      int bytes = name.bytes().length + limit.bytesBeside().applyAsInt(place);
      if (group == null || !group.fits(bytes, limit)) {
        group = new Group();
        open.put(partition, group);
        groups.add(group);
      }
      group.add(place, bytes);
    }
    return groups.stream().map(group -> group.places.toIntArray()).toList();
  }

  private static final class Group {
    private final IntArrayList places = new IntArrayList();
    private int bytes;

    boolean fits(int more, Limit limit) {
      return places.size() < limit.names() && bytes + more <= limit.bytes();
    }

    void add(int place, int more) {
      places.addInt(place);
      bytes += more;
    }
  }
}
