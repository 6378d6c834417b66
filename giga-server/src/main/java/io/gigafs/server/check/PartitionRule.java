package io.gigafs.server.check;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Finding;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Phase;
import io.gigafs.server.lane.Turn;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryCounts;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Looks at one partition of this server in a turn of its lane. */
abstract class PartitionRule implements Rule {
  final CheckContext context;

  PartitionRule(CheckContext context) {
    this.context = context;
  }

  /** What is wrong, or null. */
  abstract @Nullable String wrong(PartitionState partition, Turn turn);

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    return context.inTurn(
        suspect.slot(),
        turn -> {
          try {
            @Nullable PartitionState partition =
                context
                    .lanes()
                    .of(suspect.slot())
                    .partitions()
                    .find(suspect.directory(), suspect.partition());
            return Optional.ofNullable(partition)
                .map(found -> wrong(found, turn))
                .map(facts -> Suspects.with(suspect, facts));
          } catch (CorruptRowException e) {
            // Found as such.
            return Optional.empty();
          }
        });
  }

  /** The map knows of splits that the depth does not, or the other way round. */
  static final class Depth extends PartitionRule {
    Depth(CheckContext context) {
      super(context);
    }

    @Override
    @Nullable String wrong(PartitionState partition, Turn turn) {
      if (!partition.map().contains(partition.index())) {
        return "its map does not name it";
      }
      int depth = partition.map().partition(partition.index()).depth();
      return depth == partition.partition().depth()
          ? null
          : "its depth is "
              + partition.partition().depth()
              + ", by the children that its map names "
              + depth;
    }
  }

  /** The counts are not those of the entries. */
  static final class Counts extends PartitionRule {
    Counts(CheckContext context) {
      super(context);
    }

    @Override
    @Nullable String wrong(PartitionState partition, Turn turn) {
      if (partition.isSplitting() || !turn.commit()) {
        return null;
      }
      EntryCounts counted = context.store().countEntries(partition.range());
      return partition.counts().entries() == counted.entries()
              && partition.counts().directories() == counted.directories()
          ? null
          : "it counts "
              + moreOrLess(partition.counts().entries() - counted.entries(), "entries")
              + " and "
              + moreOrLess(partition.counts().directories() - counted.directories(), "directories")
              + " than it has";
    }

    private static String moreOrLess(long difference, String what) {
      return Math.abs(difference) + (difference < 0 ? " fewer " : " more ") + what;
    }
  }

  /** It waits for the end of a transaction. */
  static final class Unsettled extends PartitionRule {
    Unsettled(CheckContext context) {
      super(context);
    }

    @Override
    @Nullable String wrong(PartitionState partition, Turn turn) {
      Phase phase = partition.phase();
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
  }
}
