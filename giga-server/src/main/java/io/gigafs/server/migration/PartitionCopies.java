package io.gigafs.server.migration;

import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.migration.InstallCommitRequest;
import io.gigafs.protocol.migration.PartitionCopy;
import io.gigafs.server.partition.NewPartition;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.QuotaLimits;
import org.jspecify.annotations.Nullable;

/** Conversion of partitions to and from the copies that are sent to their new owners. */
final class PartitionCopies {
  private PartitionCopies() {}

  /**
   * The partition for its new owner: the whole of it, or an active child with a part of the
   * source's entries.
   */
  static PartitionCopy of(
      PartitionState source,
      Partition partition,
      PartitionMap map,
      PartitionPhase phase,
      EntryCounts has) {
    boolean isWhole = partition.index().equals(source.index());
    QuotaLimits limits = isWhole ? source.limits() : QuotaLimits.NONE;
    return new PartitionCopy(
        partition.depth(),
        map,
        source.owner(),
        source.counts().accessedNanos(),
        source.counts().modifiedNanos(),
        source.counts().changedNanos(),
        source.usage().newestCount(),
        limits.entries(),
        limits.bytes(),
        has.entries(),
        has.directories(),
        has.bytes(),
        isWhole ? source.placed() : 0,
        stateOf(phase),
        phase.transaction(),
        phase.entryName());
  }

  /** The error in a partition that is to be installed; null if it is valid. */
  static @Nullable String flaw(InstallCommitRequest request) {
    PartitionCopy copy = request.copy();
    PartitionIndex index = request.partition();
    if (!copy.map().contains(index) || copy.map().partition(index).depth() != copy.depth()) {
      return "partition " + index + " of depth " + copy.depth() + " is not one of " + copy.map();
    }
    boolean isActive = copy.state() == PartitionCopy.State.ACTIVE;
    if (!isActive && !isName(copy.entryName())) {
      return "partition " + index + " is prepared without a name";
    }
    if (copy.directories() > copy.entries()) {
      return "partition " + index + " has more directories than entries";
    }
    return ReplyRows.flaw(request.replies());
  }

  private static boolean isName(byte[] bytes) {
    try {
      Name.of(bytes);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  static NewPartition toNew(InstallCommitRequest request) {
    PartitionCopy copy = request.copy();
    return new NewPartition(
        request.directory(),
        new Partition(request.partition(), copy.depth()),
        copy.map(),
        copy.owner(),
        phaseOf(copy),
        new QuotaLimits(copy.maxEntries(), copy.maxBytes()),
        new EntryCounts(copy.entries(), copy.directories(), copy.bytes(), 0),
        copy.placed(),
        copy.accessedNanos(),
        copy.modifiedNanos(),
        copy.changedNanos());
  }

  private static PartitionCopy.State stateOf(PartitionPhase phase) {
    return switch (phase.state()) {
      case ACTIVE -> PartitionCopy.State.ACTIVE;
      case PREPARED -> PartitionCopy.State.PREPARED;
      case FROZEN -> PartitionCopy.State.FROZEN;
    };
  }

  private static PartitionPhase phaseOf(PartitionCopy copy) {
    PartitionHeader.State state =
        switch (copy.state()) {
          case ACTIVE -> PartitionHeader.State.ACTIVE;
          case PREPARED -> PartitionHeader.State.PREPARED;
          case FROZEN -> PartitionHeader.State.FROZEN;
        };
    return PartitionPhase.of(state, copy.transaction(), copy.entryName());
  }
}
