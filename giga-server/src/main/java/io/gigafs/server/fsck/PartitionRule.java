package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.PositionRange;
import io.gigafs.protocol.PartitionId;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.HeaderFacts;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.OutcomeResolver;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Examines one partition of this server on its lane. */
abstract class PartitionRule implements Rule {
  final CheckTasks tasks;
  final ServerContext context;

  PartitionRule(CheckTasks tasks) {
    this.tasks = tasks;
    this.context = tasks.context();
  }

  /** The damage, or null if there is none. */
  abstract @Nullable String wrong(PartitionState partition, CommitBatch commitBatch);

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    return tasks.inTurn(
        suspect.slot(),
        commitBatch -> {
          try {
            @Nullable PartitionState partition =
                context
                    .lanes()
                    .of(suspect.slot())
                    .partitions()
                    .find(suspect.directory(), suspect.partition());
            return Optional.ofNullable(partition)
                .map(found -> wrong(found, commitBatch))
                .map(facts -> Suspects.with(suspect, facts));
          } catch (CorruptRowException e) {
            // Other checks find this damage.
            return Optional.empty();
          }
        });
  }

  /** Repairs the damage in the same commit batch that has just seen it. */
  abstract Verdict mend(PartitionState partition, CommitBatch commitBatch);

  @Override
  public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
    return tasks.change(
        finding.slot(),
        commitBatch -> {
          @Nullable PartitionState partition =
              context
                  .lanes()
                  .of(finding.slot())
                  .partitions()
                  .find(finding.directory(), finding.partition());
          return partition != null && finding.facts().equals(wrong(partition, commitBatch))
              ? mend(partition, commitBatch)
              : Rule.changed();
        });
  }

  /** The map has splits that the depth does not have, or the reverse. */
  static final class Depth extends PartitionRule {
    private final Headers headers;

    Depth(CheckTasks tasks, Headers headers) {
      super(tasks);
      this.headers = headers;
    }

    @Override
    @Nullable String wrong(PartitionState partition, CommitBatch commitBatch) {
      if (!partition.map().contains(partition.index())) {
        return "its map does not contain it";
      }
      int depth = partition.map().partition(partition.index()).depth();
      return depth == partition.partition().depth()
          ? null
          : "its depth is "
              + partition.partition().depth()
              + ", by the children in its map "
              + depth;
    }

    @Override
    Verdict mend(PartitionState partition, CommitBatch commitBatch) {
      throw new IllegalStateException("its children have to be asked first");
    }

    /**
     * The partition's depth follows from the children that exist: the deepest one that it can have
     * split off, and all before it.
     */
    @Override
    public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
      List<PartitionId> possible = new ArrayList<>();
      int birth = Partition.atBirth(finding.partition()).depth();
      for (int depth = birth; depth < PartitionIndex.MAX_DEPTH; depth++) {
        possible.add(
            new PartitionId(
                finding.directory(),
                new PartitionIndex(finding.partition().value() + (1 << depth))));
      }
      return headers
          .ask(possible, true)
          .thenCompose(
              found -> {
                PartitionMap map = PartitionMap.UNSPLIT;
                for (HeaderFacts each : found.values()) {
                  if (each.state() == HeaderFacts.State.UNREADABLE) {
                    return CompletableFuture.completedFuture(
                        Rule.unrepaired("not all of its children can be reached"));
                  }
                  map = each.isPresent() ? map.merge(each.map()) : map;
                }
                return shape(finding, map, absent(found));
              });
    }

    private static List<PartitionIndex> absent(Map<PartitionId, HeaderFacts> found) {
      return found.entrySet().stream()
          .filter(each -> each.getValue().isAbsent())
          .map(each -> each.getKey().partition())
          .sorted()
          .toList();
    }

    private CompletableFuture<Verdict> shape(
        Finding finding, PartitionMap ofChildren, List<PartitionIndex> absent) {
      return tasks.change(
          finding.slot(),
          commitBatch -> {
            @Nullable PartitionState partition =
                context
                    .lanes()
                    .of(finding.slot())
                    .partitions()
                    .find(finding.directory(), finding.partition());
            if (partition == null
                || partition.isSplitting()
                || partition.leases().isAnythingOut()
                || !finding.facts().equals(wrong(partition, commitBatch))) {
              return Rule.changed();
            }
            PartitionMap map =
                withoutImpossible(absent, partition, partition.map().merge(ofChildren));
            for (PartitionIndex child : absent) {
              if (map.contains(child)) {
                return Rule.unrepaired(
                    "partition " + child + ", which is in its map, is missing: repair it by hand");
              }
            }
            if (!map.contains(partition.index()) || !commitBatch.commit()) {
              return Rule.unrepaired("no partition refers to it");
            }
            Partition shape = map.partition(partition.index());
            PositionRange range = shape.range();
            EntryCounts counted = context.store().countEntries(partition.rangeOf(range));
            partition.setShape(commitBatch, shape, map, counted);
            return Rule.repaired("its depth is " + shape.depth() + " now, by its children");
          });
    }

    /**
     * The map without those absent children that the partition, by its own depth, has not split off
     * either. A split sets depth and map in one batch, so such a map is damaged.
     */
    private static PartitionMap withoutImpossible(
        List<PartitionIndex> absent, PartitionState partition, PartitionMap map) {
      int depth = partition.partition().depth();
      Set<PartitionIndex> impossible =
          absent.stream()
              .filter(child -> Partition.atBirth(child).depth() > depth)
              .collect(Collectors.toSet());
      try {
        return map.indices()
            .filter(index -> !index.equals(PartitionIndex.ZEROTH) && !impossible.contains(index))
            .reduce(PartitionMap.UNSPLIT, PartitionMap::with, PartitionMap::merge);
      } catch (IllegalArgumentException e) {
        return map; // an absent child has children
      }
    }
  }

  /** The counts differ from those of the entries. */
  static final class Counts extends PartitionRule {
    Counts(CheckTasks tasks) {
      super(tasks);
    }

    @Override
    @Nullable String wrong(PartitionState partition, CommitBatch commitBatch) {
      if (partition.isSplitting() || !commitBatch.commit()) {
        return null;
      }
      EntryCounts counted = context.store().countEntries(partition.range());
      return partition.counts().entries() == counted.entries()
              && partition.counts().directories() == counted.directories()
              && partition.counts().bytes() == counted.bytes()
          ? null
          : "it counts "
              + moreOrLess(partition.counts().entries() - counted.entries(), "entries")
              + ", "
              + moreOrLess(partition.counts().directories() - counted.directories(), "directories")
              + " and "
              + moreOrLess(partition.counts().bytes() - counted.bytes(), "bytes")
              + " than it has";
    }

    @Override
    Verdict mend(PartitionState partition, CommitBatch commitBatch) {
      partition.setCounts(commitBatch, context.store().countEntries(partition.range()));
      return Rule.repaired("it was counted again");
    }

    private static String moreOrLess(long difference, String what) {
      return Math.abs(difference) + (difference < 0 ? " fewer " : " more ") + what;
    }
  }

  /** The partition waits for the end of a transaction. */
  static final class Unsettled extends PartitionRule {
    private final OutcomeResolver resolver;

    Unsettled(CheckTasks tasks, OutcomeResolver resolver) {
      super(tasks);
      this.resolver = resolver;
    }

    @Override
    @Nullable String wrong(PartitionState partition, CommitBatch commitBatch) {
      PartitionPhase phase = partition.phase();
      if (phase.isActive()) {
        return null;
      }
      InodeId parent = partition.owner().parent();
      return (phase.isPrepared() ? "prepared" : "frozen")
          + " by transaction "
          + Long.toHexString(phase.transaction())
          + " as '"
          + Name.of(phase.entryName())
          + "' in directory "
          + parent;
    }

    @Override
    Verdict mend(PartitionState partition, CommitBatch commitBatch) {
      commitBatch.afterCommit(() -> resolver.resolveNow(partition.directory(), partition.index()));
      return Rule.repaired("the owner of the directory's entry is asked for the outcome");
    }
  }
}
