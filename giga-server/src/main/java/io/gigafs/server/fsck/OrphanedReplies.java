package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.PartitionTable;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Remembered answers of a partition that was removed. Since a restart its lane does not know of
 * them: no client has asked for them again, so nothing removes them.
 */
final class OrphanedReplies implements Rule {
  private final CheckTasks tasks;
  private final ServerContext context;

  OrphanedReplies(CheckTasks tasks) {
    this.tasks = tasks;
    this.context = tasks.context();
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    if (tasks.isMoving(suspect.slot())) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return tasks.inTurn(
        suspect.slot(),
        commitBatch -> {
          PartitionTable partitions = context.lanes().of(suspect.slot()).partitions();
          return partitions.find(suspect.directory(), suspect.partition()) != null
                  || partitions.remembersGone(suspect.directory(), suspect.partition())
                  || context
                      .store()
                      .replies(suspect.directory().value(), suspect.partition().value())
                      .isEmpty()
              ? Optional.empty()
              : Optional.of(Suspects.with(suspect, "remembered answers that nothing will remove"));
        });
  }

  @Override
  public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
    return tasks.change(
        finding.slot(),
        commitBatch -> {
          context
              .lanes()
              .of(finding.slot())
              .partitions()
              .rememberGone(finding.directory(), finding.partition());
          return Rule.repaired("they will expire");
        });
  }
}
