package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.PartitionAttributes;
import java.util.Map;
import java.util.TreeMap;

/** A partition of the fake cluster: a header and the entries in order of position and name. */
final class FakePartition {
  final TreeMap<ResolvedPath, FileAttributes> entries = new TreeMap<>();
  final InodeId directory;
  final InodeId parent;
  Partition partition;
  PartitionMap map;
  int mode;
  int uid;
  int gid;
  long changedNanos;

  /** The position and name of an entry, in the order of listings. */
  record ResolvedPath(Position position, Name name) implements Comparable<ResolvedPath> {
    static ResolvedPath of(Name name) {
      return new ResolvedPath(name.position(), name);
    }

    @Override
    public int compareTo(ResolvedPath other) {
      int positions = position.compareTo(other.position);
      return positions != 0 ? positions : name.compareTo(other.name);
    }
  }

  FakePartition(InodeId directory, InodeId parent, FileAttributes owner) {
    this(directory, parent, Partition.WHOLE, PartitionMap.UNSPLIT);
    mode = owner.mode();
    uid = owner.uid();
    gid = owner.gid();
    changedNanos = owner.changedNanos();
  }

  private FakePartition(InodeId directory, InodeId parent, Partition partition, PartitionMap map) {
    this.directory = directory;
    this.parent = parent;
    this.partition = partition;
    this.map = map;
  }

  PartitionIndex index() {
    return partition.index();
  }

  /** Splits the partition in half and returns the child. */
  FakePartition split() {
    Partition childPartition = partition.child();
    partition = partition.afterSplit();
    map = map.with(childPartition.index());
    FakePartition child = new FakePartition(directory, parent, childPartition, map);
    child.mode = mode;
    child.uid = uid;
    child.gid = gid;
    child.changedNanos = changedNanos;
    for (ResolvedPath place : entries.keySet().toArray(new ResolvedPath[0])) {
      if (childPartition.owns(place.name().hash())) {
        child.entries.put(place, entries.remove(place));
      }
    }
    return child;
  }

  PartitionAttributes attributes() {
    long directories = entries.values().stream().filter(FileAttributes::isDirectory).count();
    return new PartitionAttributes(
        parent,
        partition.depth(),
        mode,
        uid,
        gid,
        entries.size(),
        directories,
        changedNanos,
        changedNanos,
        changedNanos,
        map,
        false,
        FileAttributes.NO_BIRTH,
        0);
  }

  /** The entries from a position and name on. */
  Map<ResolvedPath, FileAttributes> from(ResolvedPath start, boolean inclusive) {
    return entries.tailMap(start, inclusive);
  }
}
