package io.gigafs.server;

import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import java.util.ArrayList;
import java.util.List;

/** Names with chosen positions. */
public final class TestNames {
  private TestNames() {}

  /** This many names that a partition of this index and depth owns. */
  public static List<String> in(int index, int depth, int count) {
    return in("n", index, depth, count);
  }

  /** The same with a prefix. */
  public static List<String> in(String prefix, int index, int depth, int count) {
    Partition partition = new Partition(new PartitionIndex(index), depth);
    List<String> names = new ArrayList<>();
    for (int i = 0; names.size() < count; i++) {
      String name = prefix + i;
      if (partition.owns(Name.of(name).hash())) {
        names.add(name);
      }
    }
    return names;
  }
}
