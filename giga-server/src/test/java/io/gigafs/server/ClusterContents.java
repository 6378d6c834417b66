package io.gigafs.server;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.PositionRange;
import io.gigafs.server.InvariantViolation.Fault;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.Store;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The contents of the stores of a cluster, read past the servers.
 *
 * <p>Invariants when nothing is under way:
 *
 * <ol>
 *   <li>the partitions of each directory cover all positions without overlaps;
 *   <li>each entry lies in the partition that owns it, and no store has an entry outside its
 *       partitions, unless it died: then it may have rows of a split that was undone;
 *   <li>no intent is left, and every partition is active;
 *   <li>each directory but the super-root has exactly one entry, and each entry of a directory has
 *       its partitions; their copies of mode, owner and parent are right. Only if a machine crashed
 *       and lost an entry may there be a directory without one;
 *   <li>no inode id is used twice;
 *   <li>no request is left without an answer.
 * </ol>
 */
public final class ClusterContents {
  private final SimulatedCluster cluster;
  private final Map<Long, Directory> directories = new TreeMap<>();
  private final List<Fault> faults = new ArrayList<>();

  private ClusterContents(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  /** A directory: its partitions and what is in them. */
  private static final class Directory {
    final Map<Integer, PartitionHeader> partitions = new TreeMap<>();
    final Map<String, Attributes> entries = new TreeMap<>();
  }

  /** Reads and checks everything. */
  static ClusterContents check(SimulatedCluster cluster) {
    ClusterContents contents = new ClusterContents(cluster);
    for (SimulatedServer server : cluster.servers()) {
      contents.read(server);
    }
    contents.checkDirectories();
    contents.checkReached();
    contents.checkInodes();
    contents.checkLinkedFiles();
    for (String forgotten : cluster.network().forgotten()) {
      contents.fault(Invariant.ALL_ANSWERED, forgotten + " has no answer");
    }
    if (!contents.faults.isEmpty()) {
      throw new InvariantViolation(cluster.simulation().seed(), contents.faults);
    }
    return contents;
  }

  /** Returns the names in a directory. */
  public Set<String> names(InodeId directory) {
    Directory found = directories.get(directory.value());
    return found == null ? Set.of() : found.entries.keySet();
  }

  /** The indices of a directory's partitions. */
  public Set<Integer> partitions(InodeId directory) {
    Directory found = directories.get(directory.value());
    return found == null ? Set.of() : found.partitions.keySet();
  }

  /** The number of directories, with the root and the super-root. */
  public int directories() {
    return directories.size();
  }

  private void fault(Invariant invariant, String what) {
    faults.add(new Fault(invariant, what));
  }

  private void fault(String what) {
    fault(Invariant.ALL_RECOVERED, what);
  }

  private void read(SimulatedServer server) {
    Store store = server.contents();
    long[] entries = new long[1];
    int slots = cluster.view().slots().slots();
    for (int slot = 0; slot < slots; slot++) {
      if (cluster.holderOf(slot) == server) {
        for (var intent : store.intents(slot)) {
          fault(server + " has the intent " + Long.toHexString(intent.transaction()));
        }
        store.scanPartitions(
            slot,
            (key, header) -> {
              entries[0] += readPartition(server, store, key, header);
              return true;
            });
      }
    }
    long all = store.statistics().estimatedEntries();
    if (all != entries[0] && server.deaths() == 0) {
      fault(
          Invariant.ONE_PLACE,
          server + " holds " + all + " entries, but " + entries[0] + " in its partitions");
    }
  }

  private long readPartition(
      SimulatedServer server, Store store, PartitionKey key, PartitionHeader header) {
    InodeId id = new InodeId(key.directory());
    Directory directory = directories.computeIfAbsent(key.directory(), none -> new Directory());
    String what = "partition " + key.index() + " of directory " + id + " on " + server;
    if (directory.partitions.put(key.index(), header) != null) {
      fault(Invariant.ONE_PLACE, what + " is there twice");
    }
    if (header.state() != PartitionHeader.State.ACTIVE) {
      fault(what + " is " + header.state());
    }
    PositionRange range = new Partition(new PartitionIndex(key.index()), header.depth()).range();
    long[] count = new long[1];
    store.scanEntries(
        new EntryRange(key.directory(), range.first().value(), range.last().value()),
        null,
        (entry, attributes) -> {
          count[0]++;
          String name = Name.of(entry.name()).toString();
          if (directory.entries.put(name, attributes) != null) {
            fault(Invariant.ONE_PLACE, "'" + name + "' of directory " + id + " is there twice");
          }
          return true;
        });
    return count[0];
  }

  private void checkDirectories() {
    directories.forEach(
        (id, directory) -> {
          checkTiles(new InodeId(id), directory);
          directory.entries.forEach(
              (name, attributes) -> {
                if (attributes.type() == FileType.DIRECTORY) {
                  checkEntry(new InodeId(id), name, attributes);
                }
              });
        });
    Map<Long, Integer> named = new HashMap<>();
    directories
        .values()
        .forEach(
            directory ->
                directory
                    .entries
                    .values()
                    .forEach(attributes -> named.merge(attributes.inode(), 1, Integer::sum)));
    for (long id : directories.keySet()) {
      if (id != InodeId.SUPER_ROOT.value() && !named.containsKey(id) && !mayHaveForgotten()) {
        fault("directory " + new InodeId(id) + " has no entry");
      }
    }
  }

  /** Directory moves make no loops, which would be unreachable. */
  private void checkReached() {
    Set<Long> reached = new HashSet<>();
    Deque<Long> next = new ArrayDeque<>(List.of(InodeId.ROOT.value()));
    while (!next.isEmpty()) {
      long id = next.pop();
      Directory directory = directories.get(id);
      if (directory != null && reached.add(id)) {
        directory.entries.values().stream()
            .filter(entry -> entry.type() == FileType.DIRECTORY)
            .forEach(entry -> next.push(entry.inode()));
      }
    }
    if (!mayHaveForgotten()) {
      directories.forEach(
          (id, directory) -> {
            boolean isDirectory =
                directory.entries.values().stream()
                    .anyMatch(entry -> entry.type() == FileType.DIRECTORY);
            if (isDirectory && id != InodeId.SUPER_ROOT.value() && !reached.contains(id)) {
              fault("directory " + new InodeId(id) + " is not below the root");
            }
          });
    }
  }

  private boolean mayHaveForgotten() {
    return cluster.servers().stream().anyMatch(server -> !server.crashes().isEmpty());
  }

  /** Partitions cover all positions if they do not overlap and their widths add up to the whole. */
  private void checkTiles(InodeId id, Directory directory) {
    PartitionMap map = PartitionMap.UNSPLIT;
    for (PartitionHeader header : directory.partitions.values()) {
      map = map.merge(PartitionMap.decode(header.map()));
    }
    Set<Integer> indices = directory.partitions.keySet();
    List<Integer> known = map.indices().map(PartitionIndex::value).toList();
    if (!indices.containsAll(known) || indices.size() != known.size()) {
      fault("directory " + id + " has partitions " + indices + " but its maps say " + known);
      return;
    }
    for (Map.Entry<Integer, PartitionHeader> each : directory.partitions.entrySet()) {
      int depth = map.partition(new PartitionIndex(each.getKey())).depth();
      if (each.getValue().depth() != depth) {
        fault(
            "partition %d of directory %s has depth %d, by the maps %d"
                .formatted(each.getKey(), id, each.getValue().depth(), depth));
      }
    }
  }

  private void checkEntry(InodeId parent, String name, Attributes attributes) {
    InodeId id = new InodeId(attributes.inode());
    Directory directory = directories.get(attributes.inode());
    if (directory == null) {
      fault("directory '" + name + "' in " + parent + " has no partition: " + id);
      return;
    }
    directory.partitions.forEach(
        (index, header) -> {
          if (header.parent() != parent.value()
              || header.mode() != attributes.mode()
              || header.uid() != attributes.uid()
              || header.gid() != attributes.gid()) {
            fault(
                "partition %d of %s ('%s' in %s) has parent %s mode %o owner %d:%d, not %o %d:%d"
                    .formatted(
                        index,
                        id,
                        name,
                        parent,
                        new InodeId(header.parent()),
                        header.mode(),
                        header.uid(),
                        header.gid(),
                        attributes.mode(),
                        attributes.uid(),
                        attributes.gid()));
          }
        });
  }

  /** Each inode record has as many names as its link count, and none outlives its last name. */
  private void checkLinkedFiles() {
    Map<Long, Integer> names = new HashMap<>();
    directories.forEach(
        (id, directory) ->
            directory.entries.forEach(
                (name, attributes) -> {
                  if (attributes.has(Attributes.LINKED)) {
                    names.merge(attributes.inode(), 1, Integer::sum);
                  }
                }));
    directories.forEach(
        (id, directory) -> {
          if (isInodeRecord(id, directory)) {
            checkHome(new InodeId(id), directory, names.getOrDefault(id, 0));
          }
        });
    for (long id : names.keySet()) {
      Directory home = directories.get(id);
      if (home == null || !isInodeRecord(id, home)) {
        fault("file " + new InodeId(id) + " has names but no place");
      }
    }
  }

  private static boolean isInodeRecord(long id, Directory directory) {
    return id != InodeId.SUPER_ROOT.value()
        && id != InodeId.ROOT.value()
        && directory.partitions.values().stream()
            .allMatch(header -> header.parent() == InodeId.SUPER_ROOT.value());
  }

  private void checkHome(InodeId id, Directory home, int names) {
    Attributes file = home.entries.get(InodeId.FILE_NAME.toString());
    if (file == null || home.entries.size() != 1 || home.partitions.size() != 1) {
      fault("the place of file " + id + " holds " + home.entries.keySet());
    } else if (file.links() != names && !(names == 0 && mayHaveForgotten())) {
      fault("file " + id + " has " + names + " names and says " + file.links());
    }
  }

  private void checkInodes() {
    Map<Long, String> seen = new HashMap<>();
    directories.forEach(
        (id, directory) ->
            directory.entries.forEach(
                (name, attributes) -> {
                  if (attributes.has(Attributes.LINKED)) {
                    return;
                  }
                  String what = "'" + name + "' in " + new InodeId(id);
                  String other = seen.put(attributes.inode(), what);
                  if (other != null) {
                    fault(Invariant.IDS_ONCE, what + " and " + other + " have the same inode id");
                  }
                }));
  }
}
