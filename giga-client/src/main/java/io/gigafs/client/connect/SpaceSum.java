package io.gigafs.client.connect;

import io.gigafs.client.ClusterSpace;
import io.gigafs.protocol.cluster.StatFsRequest.StatFsResult;
import io.gigafs.protocol.data.VolumeState;
import io.gigafs.volume.FileSystemId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sums file systems as reported by servers, each once.
 *
 * <p>Reports with the same id are one file system. So are reports of the same volume, which servers
 * on several machines know by different ids. Not thread-safe.
 */
final class SpaceSum {
  private final List<FileSystem> fileSystems = new ArrayList<>();
  private final Set<Integer> volumes = new TreeSet<>();
  private final Set<Integer> counted = new HashSet<>();
  private long entries;
  private long storeBytes;

  /**
   * A file system.
   *
   * @param marks ids and numbers of volumes, which no other file system has
   */
  private record FileSystem(
      Set<Object> marks, long totalBytes, long freeBytes, long reservedBytes) {
    boolean isSameAs(FileSystem other) {
      return marks.stream().anyMatch(other.marks::contains);
    }

    /** Reports from different times differ a little. */
    FileSystem with(FileSystem other) {
      Set<Object> all = new HashSet<>(marks);
      all.addAll(other.marks);
      return new FileSystem(
          all,
          Math.max(totalBytes, other.totalBytes),
          Math.min(freeBytes, other.freeBytes),
          Math.min(reservedBytes, other.reservedBytes));
    }
  }

  /** Adds a server's report of its store. */
  void add(StatFsResult store) {
    entries += store.entries();
    storeBytes += store.usedBytes();
    add(
        store.fileSystem(),
        new HashSet<>(),
        store.totalBytes(),
        store.freeBytes(),
        store.reservedBytes());
  }

  /** Adds a server's report of a volume. */
  void add(VolumeState volume) {
    volumes.add(volume.volume());
    if (volume.totalBytes() > 0) {
      counted.add(volume.volume());
      Set<Object> marks = new HashSet<>(Set.of(volume.volume()));
      add(
          volume.fileSystem(),
          marks,
          volume.totalBytes(),
          volume.freeBytes(),
          volume.reservedBytes());
    }
  }

  private void add(
      FileSystemId id, Set<Object> marks, long totalBytes, long freeBytes, long reservedBytes) {
    if (id.isKnown()) {
      marks.add(id);
    }
    FileSystem sum = new FileSystem(marks, totalBytes, freeBytes, reservedBytes);
    for (FileSystem known : List.copyOf(fileSystems)) {
      if (known.isSameAs(sum)) {
        fileSystems.remove(known);
        sum = sum.with(known);
      }
    }
    fileSystems.add(sum);
  }

  ClusterSpace sum() {
    long total = 0;
    long free = 0;
    long reserved = 0;
    for (FileSystem each : fileSystems) {
      total = plus(total, each.totalBytes());
      free = plus(free, each.freeBytes());
      reserved = plus(reserved, each.reservedBytes());
    }
    List<Integer> uncounted = volumes.stream().filter(volume -> !counted.contains(volume)).toList();
    return new ClusterSpace(entries, total, free, reserved, storeBytes, uncounted);
  }

  /** Unlimited storage reports the largest number, so the sum saturates. */
  private static long plus(long sum, long bytes) {
    return sum > Long.MAX_VALUE - bytes ? Long.MAX_VALUE : sum + bytes;
  }
}
