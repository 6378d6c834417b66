package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.HeaderFacts;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.HeaderOwner;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionTable;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A partition that no other of its directory refers to, so that no request reaches it.
 *
 * <p>It is no finding while the partition that it was split from has yet to learn of it. If the
 * directory has an entry, but no zeroth partition or not the one that would refer to this one, then
 * that is found at the entry and not here.
 */
final class UnnamedPartition implements Rule {
  private final CheckTasks tasks;
  private final ServerContext context;
  private final Headers headers;
  private final Subdirectories subdirectories;
  private final Restorer restorer;

  UnnamedPartition(
      CheckTasks tasks, Headers headers, Subdirectories subdirectories, Restorer restorer) {
    this.tasks = tasks;
    this.context = tasks.context();
    this.headers = headers;
    this.subdirectories = subdirectories;
    this.restorer = restorer;
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    return headers
        .ask(suspect.directory(), suspect.partition(), true)
        .thenCompose(own -> own.isPresent() && own.active() ? look(suspect, own) : none());
  }

  private CompletableFuture<Optional<Finding>> look(Finding suspect, HeaderFacts own) {
    return DirectoryWalk.of(headers, suspect.directory())
        .thenCompose(
            walk -> {
              if (walk.map().contains(suspect.partition())
                  || walk.isUnderWay()
                  || walk.isPartial()) {
                return none();
              }
              if (walk.zeroth().isAbsent()) {
                return headless(suspect, own.owner().parent());
              }
              PartitionIndex ancestor = nearestNamed(walk, suspect.partition());
              return walk.headers().getOrDefault(ancestor, HeaderFacts.ABSENT).isAbsent()
                  ? none()
                  : stillThere(
                      suspect, "partition " + ancestor + " does not know it, and serves its names");
            });
  }

  private static PartitionIndex nearestNamed(DirectoryWalk walk, PartitionIndex index) {
    PartitionIndex parent = index.parent();
    while (!walk.map().contains(parent)) {
      parent = parent.parent();
    }
    return parent;
  }

  private CompletableFuture<Optional<Finding>> headless(Finding suspect, InodeId parent) {
    return subdirectories
        .isNamedNow(parent, suspect.directory())
        .thenCompose(
            named ->
                named
                    ? none()
                    : stillThere(
                        suspect,
                        "the directory has no partition 0, and no entry in directory " + parent));
  }

  /** The directory may have been removed while its partitions were asked. */
  private CompletableFuture<Optional<Finding>> stillThere(Finding suspect, String facts) {
    return headers
        .ask(suspect.directory(), suspect.partition(), true)
        .thenApply(
            own ->
                own.isPresent() && own.active()
                    ? Optional.of(Suspects.with(suspect, facts))
                    : Optional.empty());
  }

  private static CompletableFuture<Optional<Finding>> none() {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  /**
   * If another partition serves its names, its header is removed, and its entries are examined one
   * by one as strays. If none does, the directory gets its zeroth partition back.
   */
  @Override
  public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
    return headers
        .ask(finding.directory(), PartitionIndex.ZEROTH, true)
        .thenCompose(
            zeroth ->
                zeroth.isAbsent()
                    ? restore(finding)
                    : tasks.change(finding.slot(), commitBatch -> drop(finding, commitBatch)));
  }

  private Verdict drop(Finding finding, CommitBatch commitBatch) {
    PartitionTable partitions = context.lanes().of(finding.slot()).partitions();
    @Nullable PartitionState partition = partitions.find(finding.directory(), finding.partition());
    if (partition == null
        || !partition.phase().isActive()
        || partition.isSplitting()
        || partition.leases().isAnythingOut()
        || !partition.locks().isEmpty()) {
      return Rule.changed();
    }
    partition.delete(commitBatch);
    commitBatch.afterCommit(() -> partitions.drop(partition));
    return Rule.repaired("its header was removed, its entries are examined as strays");
  }

  private CompletableFuture<Verdict> restore(Finding finding) {
    return tasks
        .inTurn(
            finding.slot(),
            commitBatch ->
                Optional.ofNullable(
                        context
                            .lanes()
                            .of(finding.slot())
                            .partitions()
                            .find(finding.directory(), finding.partition()))
                    .map(partition -> known(finding.directory(), partition)))
        .thenCompose(
            known ->
                known.isEmpty()
                    ? CompletableFuture.completedFuture(Rule.changed())
                    : restorer
                        .restore(
                            finding.directory(),
                            known.get().owner(),
                            known.get().attributes(),
                            List.of(PartitionIndex.ZEROTH))
                        .thenApply(done -> Rule.repaired("the directory has a partition 0 again")));
  }

  /** A partition's knowledge of its directory. */
  private record Known(DirectoryFacts owner, Attributes attributes) {}

  private static Known known(InodeId directory, PartitionState partition) {
    return new Known(partition.owner(), attributes(directory, partition));
  }

  private static Attributes attributes(InodeId directory, PartitionState partition) {
    return new Attributes(
        directory.value(),
        FileType.DIRECTORY,
        partition.owner().mode(),
        partition.owner().uid(),
        partition.owner().gid(),
        0,
        2,
        partition.counts().accessedNanos(),
        partition.counts().modifiedNanos(),
        partition.counts().changedNanos(),
        0,
        HeaderOwner.marksOf(partition.owner()),
        partition.owner().bornNanos());
  }
}
