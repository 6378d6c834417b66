package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.PartitionId;
import io.gigafs.protocol.fsck.HeaderFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * All partitions of a directory that are reachable from the zeroth.
 *
 * @param headers facts about each partition that is referred to
 * @param map the merged maps of all of them
 */
record DirectoryWalk(Map<PartitionIndex, HeaderFacts> headers, PartitionMap map) {
  /** Walks the partitions on their lanes. */
  static CompletableFuture<DirectoryWalk> of(Headers headers, InodeId directory) {
    return next(
        headers,
        directory,
        new DirectoryWalk(new TreeMap<>(), PartitionMap.UNSPLIT),
        List.of(PartitionIndex.ZEROTH));
  }

  private static CompletableFuture<DirectoryWalk> next(
      Headers headers, InodeId directory, DirectoryWalk walked, List<PartitionIndex> named) {
    if (named.isEmpty()) {
      return CompletableFuture.completedFuture(walked);
    }
    return headers
        .ask(named.stream().map(index -> new PartitionId(directory, index)).toList(), true)
        .thenCompose(
            facts -> {
              DirectoryWalk farther = walked.with(facts);
              return next(headers, directory, farther, farther.unseen());
            });
  }

  private DirectoryWalk with(Map<PartitionId, HeaderFacts> facts) {
    Map<PartitionIndex, HeaderFacts> all = new TreeMap<>(headers);
    PartitionMap known = map;
    for (Map.Entry<PartitionId, HeaderFacts> each : facts.entrySet()) {
      all.put(each.getKey().partition(), each.getValue());
      if (each.getValue().isPresent()) {
        known = known.merge(each.getValue().map());
      }
    }
    return new DirectoryWalk(all, known);
  }

  private List<PartitionIndex> unseen() {
    List<PartitionIndex> unseen = new ArrayList<>(map.indices().toList());
    unseen.removeAll(headers.keySet());
    return unseen;
  }

  HeaderFacts zeroth() {
    return headers.getOrDefault(PartitionIndex.ZEROTH, HeaderFacts.ABSENT);
  }

  /** The partitions that satisfy a condition, in ascending order. */
  List<PartitionIndex> those(Predicate<HeaderFacts> condition) {
    return headers.entrySet().stream()
        .filter(each -> condition.test(each.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether the depth of a partition differs from its map. */
  boolean hasWrongDepth() {
    return headers.entrySet().stream()
        .anyMatch(
            each ->
                each.getValue().isPresent()
                    && each.getValue().map().contains(each.getKey())
                    && each.getValue().map().partition(each.getKey()).depth()
                        != each.getValue().depth());
  }

  /** Whether partitions may be missing because an unreadable one refers to them. */
  boolean isPartial() {
    return !those(header -> header.state() == HeaderFacts.State.UNREADABLE).isEmpty();
  }

  /** Whether a partition is being made, removed or split. */
  boolean isUnderWay() {
    return !those(header -> header.isPresent() && (header.busy() || !header.active())).isEmpty();
  }
}
