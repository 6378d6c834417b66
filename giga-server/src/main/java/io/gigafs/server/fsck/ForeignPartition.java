package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionTable;
import io.gigafs.server.partition.SlotState;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.PartitionKey;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A partition of a slot that this server does not own. */
final class ForeignPartition implements Rule {
  private final CheckTasks tasks;
  private final ServerContext context;
  private final Headers headers;

  ForeignPartition(CheckTasks tasks, Headers headers) {
    this.tasks = tasks;
    this.context = tasks.context();
    this.headers = headers;
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    if (context.view().state(suspect.slot()) != SlotState.ABSENT
        || tasks.isMoving(suspect.slot())
        || !isThere(suspect)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return CompletableFuture.completedFuture(
        Optional.of(
            Suspects.with(
                suspect,
                "slot "
                    + suspect.slot()
                    + " belongs to server "
                    + context.view().get().ownerOf(suspect.slot()).id())));
  }

  private boolean isThere(Finding suspect) {
    try {
      return context
              .store()
              .getPartition(
                  new PartitionKey(
                      suspect.slot(), suspect.directory().value(), suspect.partition().value()))
          != null;
    } catch (CorruptRowException e) {
      return false;
    }
  }

  /** The copy of the slot's owner is valid; entries that are left here are examined as strays. */
  @Override
  public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
    return headers
        .ask(finding.directory(), finding.partition(), true)
        .thenCompose(
            theirs ->
                theirs.isPresent()
                    ? drop(finding)
                    : CompletableFuture.completedFuture(
                        Rule.unrepaired(
                            "the slot's owner does not have it: this may be the only copy")));
  }

  private CompletableFuture<Verdict> drop(Finding finding) {
    return tasks.change(
        finding.slot(),
        commitBatch -> {
          PartitionTable partitions = context.lanes().of(finding.slot()).partitions();
          @Nullable PartitionState partition =
              partitions.find(finding.directory(), finding.partition());
          if (partition == null || context.view().state(finding.slot()) != SlotState.ABSENT) {
            return Rule.changed();
          }
          partition.delete(commitBatch);
          commitBatch.afterCommit(() -> partitions.drop(partition));
          return Rule.repaired("its header was removed, as the slot's owner has it");
        });
  }
}
