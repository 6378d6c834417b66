package io.gigafs.server;

import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.data.VolumeObjectRow;
import io.gigafs.server.openstate.OpenHandle;
import io.gigafs.server.openstate.OpenStateRecord;
import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Store;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.MemoryVolume;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the objects on volumes with the stores of a cluster, read past the servers.
 *
 * <p>Invariant when nothing is under way: each object is named once, by a file, a handle or the
 * deletion queue, and the object of a file exists.
 */
public final class ObjectsAtRest {
  private final SimulatedCluster cluster;
  private final Map<DataLocation, String> named = new HashMap<>();
  private final Set<DataLocation> ofFiles = new HashSet<>();
  private final List<String> faults = new ArrayList<>();

  private ObjectsAtRest(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  /** The violations. */
  static List<String> faults(SimulatedCluster cluster) {
    return read(cluster).faults;
  }

  /**
   * The violations, including objects of no file: when no file is open and the deletion queue is
   * empty, none of them may be left.
   */
  public static List<String> leftovers(SimulatedCluster cluster) {
    ObjectsAtRest objects = read(cluster);
    List<String> leftovers = new ArrayList<>(objects.faults);
    objects.named.forEach(
        (location, by) -> {
          if (!objects.ofFiles.contains(location)) {
            leftovers.add(location + " is still named by " + by);
          }
        });
    return leftovers;
  }

  /** The objects that the stores name, on all volumes. */
  public static Set<DataLocation> named(SimulatedCluster cluster) {
    return Set.copyOf(read(cluster).named.keySet());
  }

  /** The objects of files. */
  public static Set<DataLocation> ofFiles(SimulatedCluster cluster) {
    return Set.copyOf(read(cluster).ofFiles);
  }

  private static ObjectsAtRest read(SimulatedCluster cluster) {
    ObjectsAtRest objects = new ObjectsAtRest(cluster);
    cluster.servers().forEach(server -> objects.read(server.contents()));
    objects.compare();
    return objects;
  }

  private void read(Store store) {
    store.scanAllEntries(
        null,
        (key, attributes) -> {
          if (StoredFiles.isStored(attributes)) {
            byte[] row = store.getInline(key);
            if (row == null) {
              faults.add("nothing says where the bytes of the file " + key + " are");
              return true;
            }
            DataLocation location = VolumeObjectRow.decode(row).location();
            ofFiles.add(location);
            name(location, "the file " + key);
          }
          return true;
        });
    store.scanAllAttached(
        Attachment.HOLD,
        null,
        (key, row) -> {
          OpenStateRecord held =
              OpenStateRecord.decode(OpenStateRecord.session(row.label()), row.value());
          for (OpenHandle handle : held.handles()) {
            if (handle.placed() != null) {
              name(handle.placed(), "a handle of " + key);
            }
          }
          return true;
        });
    store.scanReclaim(
        null,
        location -> {
          name(DataLocation.decode(location), "the queue");
          return true;
        });
  }

  private void name(DataLocation location, String by) {
    String other = named.put(location, by);
    if (other != null) {
      faults.add(location + " is named by " + by + " and by " + other);
    }
  }

  private void compare() {
    Set<DataLocation> there = new HashSet<>();
    cluster
        .view()
        .volumes()
        .forEach(
            info -> {
              MemoryVolume volume = cluster.storage().volume(info.uri());
              volume.paths().forEach(path -> there.add(new DataLocation(info.id(), path)));
            });
    for (DataLocation location : there) {
      if (!named.containsKey(location)) {
        faults.add(location + " is nobody's");
      }
    }
    for (DataLocation location : ofFiles) {
      if (!there.contains(location)) {
        faults.add(location + " is gone, of " + named.get(location));
      }
    }
  }
}
