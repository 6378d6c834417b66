package io.gigafs.server.model;

import io.gigafs.client.OpenFile.HeldLock;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares the cluster's answers with the model's. Inode ids differ, but each id of one side always
 * corresponds to the same id of the other. A time that the model took at the beginning of a step
 * matches any time within that step; all other times must be equal. The atime of directories is not
 * compared, as each partition decides by its own times whether to record it.
 */
final class ModelComparison {
  private final Map<InodeId, InodeId> onCluster = new HashMap<>();
  private final Map<InodeId, InodeId> inModel = new HashMap<>();
  private final TreeMap<Long, Long> stepEnds = new TreeMap<>();
  private final Map<InodeId, Renamed> renamed = new HashMap<>();

  /** A change of a model file's ctime by a rename. */
  private record Renamed(long fromNanos, long toNanos) {}

  /** Records the begin and end of a step. */
  void stepTook(long startNanos, long endNanos) {
    stepEnds.put(startNanos, endNanos);
  }

  /**
   * Records that a rename changed the ctime of a model file. POSIX leaves that open, and the
   * cluster does so only where the entry contains the attributes.
   */
  void noteRenamed(InodeId file, long fromNanos, long toNanos) {
    renamed.put(file, new Renamed(changedBesidesRenames(file, fromNanos), toNanos));
  }

  /** A ctime of the model, or what it would be if renames did not change it. */
  private long changedBesidesRenames(InodeId file, long nanos) {
    Renamed last = renamed.get(file);
    return last != null && last.toNanos == nanos ? last.fromNanos : nanos;
  }

  /**
   * The difference between two answers of a handle, or null. The partitions of a directory learn
   * only after a rename that its ctime has changed.
   */
  @Nullable String differenceByHandle(@Nullable Object expected, @Nullable Object got) {
    return expected instanceof FileAttributes one && got instanceof FileAttributes other
        ? attributes(one, other, true)
        : difference(expected, got);
  }

  /** The difference, or null. */
  @Nullable String difference(@Nullable Object expected, @Nullable Object got) {
    if (expected instanceof FileAttributes one && got instanceof FileAttributes other) {
      return attributes(one, other, !one.isDirectory());
    }
    if (expected instanceof InodeId one && got instanceof InodeId other) {
      return isSame(one, other) ? null : "inode " + one + " is " + other;
    }
    if (expected instanceof byte[] one && got instanceof byte[] other) {
      return text(one).equals(text(other)) ? null : text(one) + " is " + text(other);
    }
    if (expected instanceof List<?> locks && got instanceof Optional<?> lock) {
      return lock(locks, lock);
    }
    return Objects.equals(expected, got) ? null : expected + " is " + got;
  }

  private boolean isSame(InodeId model, InodeId cluster) {
    InodeId known = onCluster.putIfAbsent(model, cluster);
    InodeId knownBack = inModel.putIfAbsent(cluster, model);
    return (known == null || known.equals(cluster))
        && (knownBack == null || knownBack.equals(model));
  }

  /** Any of the conflicting locks may be returned; the client in it is not compared. */
  private static @Nullable String lock(List<?> expected, Optional<?> got) {
    if (got.isEmpty()) {
      return expected.isEmpty() ? null : "nothing, but there are " + expected;
    }
    HeldLock lock = (HeldLock) got.get();
    boolean found =
        expected.stream()
            .map(HeldLock.class::cast)
            .anyMatch(
                each ->
                    each.owner() == lock.owner()
                        && each.type() == lock.type()
                        && each.start() == lock.start()
                        && each.length() == lock.length());
    return found ? null : lock + " is none of " + expected;
  }

  private @Nullable String attributes(
      FileAttributes expected, FileAttributes got, boolean renamesMayGoUnnoticed) {
    StringBuilder differences = new StringBuilder();
    if (!isSame(expected.inode(), got.inode())) {
      note(differences, "inode", expected.inode(), got.inode());
    }
    note(differences, "type", expected.type(), got.type());
    note(
        differences,
        "mode",
        Integer.toOctalString(expected.mode()),
        Integer.toOctalString(got.mode()));
    note(differences, "uid", expected.uid(), got.uid());
    note(differences, "gid", expected.gid(), got.gid());
    note(differences, "size", expected.size(), got.size());
    note(differences, "links", expected.links(), got.links());
    note(differences, "device", expected.deviceNumber(), got.deviceNumber());
    if (!expected.isDirectory()) {
      noteTime(differences, "atime", expected.accessedNanos(), got.accessedNanos());
    }
    noteTime(differences, "mtime", expected.modifiedNanos(), got.modifiedNanos());
    long besides =
        renamesMayGoUnnoticed
            ? changedBesidesRenames(expected.inode(), expected.changedNanos())
            : expected.changedNanos();
    if (!isSameTime(besides, got.changedNanos())) {
      noteTime(differences, "ctime", expected.changedNanos(), got.changedNanos());
    }
    return differences.length() == 0 ? null : differences.toString().strip();
  }

  private static void note(StringBuilder differences, String what, Object expected, Object got) {
    if (!expected.equals(got)) {
      differences.append("%s is %s, should be %s; ".formatted(what, got, expected));
    }
  }

  private void noteTime(StringBuilder differences, String what, long expected, long got) {
    if (!isSameTime(expected, got)) {
      differences.append("%s is %s, should be %s; ".formatted(what, when(got), when(expected)));
    }
  }

  private boolean isSameTime(long expected, long got) {
    Long end = stepEnds.get(expected);
    return end == null ? got == expected : got >= expected && got <= end;
  }

  /** A time, as the number of its step. */
  private String when(long nanos) {
    Map.Entry<Long, Long> step = stepEnds.floorEntry(nanos);
    return step == null || nanos > step.getValue()
        ? nanos + " ns"
        : "of step " + (stepEnds.headMap(step.getKey(), true).size() - 1);
  }

  /** A readable form. */
  static String text(Object answer) {
    return answer instanceof byte[] bytes
        ? HexFormat.of().formatHex(bytes)
        : answer instanceof FileAttributes attributes
            ? "%s %o %s".formatted(attributes.type(), attributes.mode(), attributes.inode())
            : answer.toString();
  }
}
