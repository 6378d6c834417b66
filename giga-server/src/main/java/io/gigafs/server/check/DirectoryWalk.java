package io.gigafs.server.check;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.HeaderFacts;
import io.gigafs.protocol.PartitionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * All partitions of a directory that its partitions name, from the zeroth on.
 *
 * @param headers what is there of each that is named
 * @param map what all of them know together
 */
record DirectoryWalk(Map<PartitionIndex, HeaderFacts> headers, PartitionMap map) {
  /** Walks on the lanes concerned. */
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

  /** The partitions of which this holds, in ascending order. */
  List<PartitionIndex> those(Predicate<HeaderFacts> condition) {
    return headers.entrySet().stream()
        .filter(each -> condition.test(each.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether a partition does not split where its map says. */
  boolean hasWrongDepth() {
    return headers.entrySet().stream()
        .anyMatch(
            each ->
                each.getValue().isPresent()
                    && each.getValue().map().contains(each.getKey())
                    && each.getValue().map().partition(each.getKey()).depth()
                        != each.getValue().depth());
  }

  /** Whether there may be partitions that only one that could not be read names. */
  boolean isPartial() {
    return !those(header -> header.state() == HeaderFacts.State.UNREADABLE).isEmpty();
  }

  /** Whether a partition is being made, removed or split. */
  boolean isUnderWay() {
    return !those(header -> header.isPresent() && (header.busy() || !header.active())).isEmpty();
  }
}
