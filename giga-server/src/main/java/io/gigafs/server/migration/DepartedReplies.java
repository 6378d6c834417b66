package io.gigafs.server.migration;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.migration.HandOverRequest.Wanted;
import io.gigafs.protocol.migration.InstallRepliesRequest;
import io.gigafs.protocol.migration.InstallRepliesRequest.GonePartition;
import io.gigafs.protocol.migration.ReplyRow;
import io.gigafs.server.context.ServerContext;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.StoredReply;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Transfers remembered answers of a leaving slot's partitions that were removed with their
 * directories. They go to the slot's new owner too, in as many messages as are needed.
 */
final class DepartedReplies {
  private static final long INSTALL_MILLIS = 10_000;

  private DepartedReplies() {}

  /**
   * Hands over those of one partition, on its lane.
   *
   * @return whether the other server has all; never exceptionally
   */
  static CompletableFuture<Boolean> handOver(
      PartitionSender sender, int slot, long since, Wanted wanted) {
    return send(sender, slot, since, List.of(wanted));
  }

  /**
   * Hands over those of all partitions of the slot, in the background. None of the partitions
   * exists here any more.
   */
  static CompletableFuture<Boolean> handOver(PartitionSender sender, int slot, long since) {
    ServerContext context = sender.context();
    Set<Wanted> left = new LinkedHashSet<>();
    context
        .store()
        .scanAllReplies(
            null,
            reply -> {
              Wanted gone =
                  new Wanted(
                      new InodeId(reply.key().directory()),
                      new PartitionIndex(reply.key().partition()));
              if (context.view().slotOf(gone.directory(), gone.partition()) == slot) {
                left.add(gone);
              }
              return true;
            });
    return send(sender, slot, since, new ArrayList<>(left))
        .thenCompose(all -> all ? synced(sender) : CompletableFuture.completedFuture(false));
  }

  private static CompletableFuture<Boolean> synced(PartitionSender sender) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    sender.context().syncs().sync(failure -> done.complete(failure == null));
    return done;
  }

  private static CompletableFuture<Boolean> send(
      PartitionSender sender, int slot, long since, List<Wanted> partitions) {
    ServerContext context = sender.context();
    List<GonePartition> message = new ArrayList<>();
    List<StoredReply.Key> sent = new ArrayList<>();
    long bytes = 0;
    int taken = 0;
    while (taken < partitions.size() && bytes < ReplyRows.MAX_BYTES) {
      Wanted gone = partitions.get(taken++);
      List<ReplyRow> rows = new ArrayList<>();
      for (StoredReply reply :
          context.store().replies(gone.directory().value(), gone.partition().value())) {
        rows.add(new ReplyRow(reply.key().client(), reply.key().row(), reply.body()));
        sent.add(reply.key());
      }
      bytes += ReplyRows.bytes(rows);
      if (!rows.isEmpty()) {
        message.add(new GonePartition(gone.directory(), gone.partition(), rows));
      }
    }
    List<Wanted> rest = partitions.subList(taken, partitions.size());
    if (message.isEmpty()) {
      return CompletableFuture.completedFuture(true);
    }
    return context
        .messenger()
        .askSlot(slot, new InstallRepliesRequest(slot, since, message), context.in(INSTALL_MILLIS))
        .thenCompose(
            answer ->
                answer instanceof Answer.Done<Empty>
                    ? remove(sender, slot, sent)
                        .thenCompose(
                            removed ->
                                removed && !rest.isEmpty()
                                    ? later(sender, slot, since, rest)
                                    : CompletableFuture.completedFuture(removed))
                    : CompletableFuture.completedFuture(false));
  }

  private static CompletableFuture<Boolean> later(
      PartitionSender sender, int slot, long since, List<Wanted> rest) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    sender.background().execute(() -> send(sender, slot, since, rest).thenAccept(done::complete));
    return done;
  }

  private static CompletableFuture<Boolean> remove(
      PartitionSender sender, int slot, List<StoredReply.Key> sent) {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    sender
        .context()
        .lanes()
        .of(slot)
        .submit(
            commitBatch -> {
              Batch batch = commitBatch.batch();
              sent.forEach(batch::deleteReply);
              commitBatch.afterCommit(() -> done.complete(true));
              commitBatch.onFailure(() -> done.complete(false));
            });
    return done;
  }
}
