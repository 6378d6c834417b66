package io.gigafs.server.fsck;

import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.PartitionId;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.fsck.HeaderFacts;
import io.gigafs.protocol.fsck.HeaderFacts.State;
import io.gigafs.protocol.fsck.RestorePartitionRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.fsck.Rule.UncheckedPartException;
import io.gigafs.server.migration.Installer;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.HeaderOwner;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.QuotaLimits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Restores partitions whose headers were lost, with the map that all others know and the entries
 * that still exist. It invents nothing and removes nothing.
 */
final class Restorer {
  private static final byte[] NOBODY = {};

  private final CheckTasks tasks;
  private final ServerContext context;
  private final Installer installer;
  private final Headers headers;

  Restorer(CheckTasks tasks, Headers headers, Installer installer) {
    this.tasks = tasks;
    this.context = tasks.context();
    this.installer = installer;
    this.headers = headers;
  }

  /** Restores partitions of a directory from its entry. */
  CompletableFuture<?> restore(
      InodeId directory, DirectoryFacts owner, Attributes entry, List<PartitionIndex> lost) {
    return DirectoryWalk.of(headers, directory)
        .thenCompose(
            walk ->
                childrenOf(directory, lost)
                    .thenCompose(
                        found ->
                            Futures.results(
                                requests(directory, owner, entry, lost, walk.map().merge(found))
                                    .stream()
                                    .map(this::send)
                                    .toList())));
  }

  /**
   * The maps of the children that a lost partition may have split off. A child that cannot be read
   * may not be left out: the restored partition would cover its names.
   */
  private CompletableFuture<PartitionMap> childrenOf(InodeId directory, List<PartitionIndex> lost) {
    List<PartitionId> possible = new ArrayList<>();
    for (PartitionIndex index : lost) {
      int depth = Partition.atBirth(index).depth();
      for (; depth < PartitionIndex.MAX_DEPTH; depth++) {
        possible.add(new PartitionId(directory, new PartitionIndex(index.value() + (1 << depth))));
      }
    }
    return headers
        .ask(possible, true)
        .thenApply(
            found -> {
              if (found.values().stream().anyMatch(each -> each.state() == State.UNREADABLE)) {
                throw new UncheckedPartException(
                    "not all children of the lost partitions of directory %s can be read"
                        .formatted(directory));
              }
              return found.values().stream()
                  .filter(HeaderFacts::isPresent)
                  .map(HeaderFacts::map)
                  .reduce(PartitionMap.UNSPLIT, PartitionMap::merge);
            });
  }

  private static List<RestorePartitionRequest> requests(
      InodeId directory,
      DirectoryFacts owner,
      Attributes entry,
      List<PartitionIndex> lost,
      PartitionMap map) {
    return lost.stream()
        .sorted(Comparator.naturalOrder())
        .map(
            index ->
                new RestorePartitionRequest(
                    directory,
                    index,
                    map,
                    owner,
                    entry.accessedNanos(),
                    entry.modifiedNanos(),
                    entry.changedNanos()))
        .toList();
  }

  private CompletableFuture<Empty> send(RestorePartitionRequest request) {
    return tasks
        .ask(request)
        .thenApply(
            answer -> {
              if (answer instanceof Answer.Done<Empty> done) {
                return done.result();
              }
              throw new UncheckedPartException(
                  "partition "
                      + request.partition()
                      + " could not be restored: "
                      + Headers.why(answer));
            });
  }

  /** Restores a partition of this server. */
  void take(RestorePartitionRequest request, Exchange<Empty> exchange) {
    int slot = context.view().slotOf(request.directory(), request.partition());
    context
        .lanes()
        .of(slot)
        .submit(
            LaneTask.of(exchange, commitBatch -> restore(slot, request, exchange, commitBatch)));
  }

  private void restore(
      int slot,
      RestorePartitionRequest request,
      Exchange<Empty> exchange,
      CommitBatch commitBatch) {
    try {
      if (installer.isReceiving(request.directory()) || tasks.isMoving(slot)) {
        commitBatch.failed(exchange, ErrorCode.EBUSY, "rows of the directory are in transfer");
        return;
      }
      PartitionKey key =
          new PartitionKey(slot, request.directory().value(), request.partition().value());
      if (context.store().getPartition(key) == null
          && context.lanes().of(slot).partitions().find(request.directory(), request.partition())
              == null) {
        commitBatch.batch().putPartition(key, header(request));
      }
      tasks.doneWhenDurable(commitBatch, exchange);
    } catch (RuntimeException e) {
      commitBatch.failed(exchange, ErrorCode.EIO, String.valueOf(e.getMessage()));
    }
  }

  /** The header is unclean: existing entries are counted when it is loaded. */
  private static PartitionHeader header(RestorePartitionRequest request) {
    DirectoryFacts owner = request.owner();
    return new PartitionHeader(
        request.map().partition(request.partition()).depth(),
        request.map().encode(),
        owner.parent().value(),
        owner.mode(),
        owner.uid(),
        owner.gid(),
        owner.acls().encode(),
        HeaderOwner.domainOf(owner),
        QuotaLimits.NONE,
        0,
        0,
        0,
        request.accessedNanos(),
        request.modifiedNanos(),
        request.changedNanos(),
        false,
        PartitionHeader.State.ACTIVE,
        0,
        NOBODY,
        0,
        owner.bornNanos(),
        HeaderOwner.marksOf(owner));
  }
}
