package io.gigafs.server.fsck;

import io.gigafs.access.DirectoryAcls;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.fsck.CorrectCopyRequest;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionTable;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An active zeroth partition of a directory that has no entry in its parent. */
final class OrphanedDirectory implements Rule {
  private final CheckTasks tasks;
  private final ServerContext context;
  private final Headers headers;
  private final Subdirectories subdirectories;
  private final NameQueries names;

  OrphanedDirectory(
      CheckTasks tasks, Headers headers, Subdirectories subdirectories, NameQueries names) {
    this.tasks = tasks;
    this.context = tasks.context();
    this.headers = headers;
    this.subdirectories = subdirectories;
    this.names = names;
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    return parentOf(suspect)
        .thenCompose(
            parent -> {
              if (parent.isEmpty()) {
                return CompletableFuture.completedFuture(Optional.empty());
              }
              return subdirectories
                  .isNamedNow(parent.get(), suspect.directory())
                  .thenCompose(named -> named ? none() : standing(suspect, parent.get()));
            });
  }

  private static CompletableFuture<Optional<Finding>> none() {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  /** The directory may have been removed while its parent was read. */
  private CompletableFuture<Optional<Finding>> standing(Finding suspect, InodeId parent) {
    return parentOf(suspect)
        .thenApply(
            still ->
                still
                    .filter(parent::equals)
                    .map(
                        same ->
                            Suspects.with(
                                suspect, "directory " + parent + " has no entry for it")));
  }

  private CompletableFuture<Optional<InodeId>> parentOf(Finding suspect) {
    return tasks.inTurn(
        suspect.slot(),
        commitBatch -> {
          @Nullable PartitionState partition =
              context
                  .lanes()
                  .of(suspect.slot())
                  .partitions()
                  .find(suspect.directory(), suspect.partition());
          return partition == null || !partition.phase().isActive()
              ? Optional.empty()
              : Optional.of(partition.owner().parent());
        });
  }

  /**
   * A directory that was never used is removed. Another gets an entry, and its partitions learn of
   * the new parent.
   */
  @Override
  public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
    return tasks
        .change(finding.slot(), commitBatch -> removeIfEmpty(finding, commitBatch))
        .thenCompose(
            verdict ->
                verdict.state() == Verdict.State.STANDS
                    ? adopt(finding, lostAndFound)
                    : CompletableFuture.completedFuture(verdict));
  }

  private Verdict removeIfEmpty(Finding finding, CommitBatch commitBatch) {
    PartitionTable partitions = context.lanes().of(finding.slot()).partitions();
    @Nullable PartitionState partition = partitions.find(finding.directory(), finding.partition());
    if (partition == null
        || !partition.phase().isActive()
        || partition.isSplitting()
        || partition.leases().isAnythingOut()) {
      return Rule.changed();
    }
    if (partition.map().size() > 1
        || partition.partition().depth() > 0
        || !partition.locks().isEmpty()
        || !commitBatch.commit()
        || context.store().countEntries(partition.range()).entries() > 0) {
      return new Verdict(Verdict.State.STANDS, "");
    }
    partition.delete(commitBatch);
    commitBatch.afterCommit(() -> partitions.drop(partition));
    return Rule.repaired("it was empty and was removed");
  }

  private CompletableFuture<Verdict> adopt(Finding finding, InodeId lostAndFound) {
    Name name = NameQueries.lost(finding.directory());
    return tasks
        .inTurn(finding.slot(), commitBatch -> orphan(finding))
        .thenCompose(
            orphan ->
                orphan.isEmpty()
                    ? CompletableFuture.completedFuture(Rule.changed())
                    : names
                        .adopt(
                            lostAndFound,
                            name,
                            orphan.get().attributes(),
                            EntryRows.of(orphan.get().acls()))
                        .thenCompose(done -> updateParent(finding, lostAndFound))
                        .thenApply(done -> Rule.repaired("it is /lost+found/" + name + " now")));
  }

  /** A partition's knowledge of its directory. */
  private record Orphan(FileAttributes attributes, DirectoryAcls acls) {}

  private Optional<Orphan> orphan(Finding finding) {
    @Nullable PartitionState partition =
        context
            .lanes()
            .of(finding.slot())
            .partitions()
            .find(finding.directory(), finding.partition());
    return Optional.ofNullable(partition)
        .map(found -> new Orphan(attributes(found), found.owner().acls()));
  }

  private static FileAttributes attributes(PartitionState partition) {
    return new FileAttributes(
        partition.directory(),
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
        partition.owner().bornNanos(),
        partition.owner().flags());
  }

  /** If a partition does not learn of the parent, the next check finds it as a wrong copy. */
  private CompletableFuture<?> updateParent(Finding finding, InodeId parent) {
    long transaction = context.nextTransaction();
    return DirectoryWalk.of(headers, finding.directory())
        .thenCompose(
            walk ->
                Futures.results(
                    walk.headers().entrySet().stream()
                        .filter(each -> each.getValue().isPresent())
                        .map(
                            each ->
                                tasks.ask(
                                    new CorrectCopyRequest(
                                        finding.directory(),
                                        each.getKey(),
                                        transaction,
                                        each.getValue().owner().withParent(parent))))
                        .toList()));
  }
}
