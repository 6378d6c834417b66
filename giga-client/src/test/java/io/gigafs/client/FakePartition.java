package io.gigafs.client;

import io.gigafs.client.lookup.ResolvedPath;
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
public final class FakePartition {
  public final TreeMap<ResolvedPath, FileAttributes> entries = new TreeMap<>();
  public final InodeId directory;
  public final InodeId parent;
  public Partition partition;
  public PartitionMap map;
  public int mode;
  public int uid;
  public int gid;
  public long changedNanos;

  /** The position and name of an entry, in the order of listings. */
  public record ResolvedPath(Position position, Name name) implements Comparable<ResolvedPath> {
    static ResolvedPath of(Name name) {
      return new ResolvedPath(name.position(), name);
    }

    @Override
    public int compareTo(ResolvedPath other) {
      int positions = position.compareTo(other.position);
      return positions != 0 ? positions : name.compareTo(other.name);
    }
  }

  public FakePartition(InodeId directory, InodeId parent, FileAttributes owner) {
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

  public PartitionIndex index() {
    return partition.index();
  }

  /** Splits the partition in half and returns the child. */
  public FakePartition split() {
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

  public PartitionAttributes attributes() {
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
  public Map<ResolvedPath, FileAttributes> from(ResolvedPath start, boolean inclusive) {
    return entries.tailMap(start, inclusive);
  }
}
