package io.gigafs.server.migration;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.migration.InstallChunkRequest;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.StoredRow;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Sends partitions' rows to their new owners. Thread-safe.
 *
 * @param background runs what blocks: files and syncs
 * @param outgoing where extracts are written until they are sent in messages
 * @param transferDirectory where they are written for servers that have access to it
 * @param maxCarriedBytes maximum bytes of rows that go in one message; more go as files
 */
public record PartitionSender(
    ServerContext context,
    Executor background,
    Path outgoing,
    TransferDirectory transferDirectory,
    long maxCarriedBytes) {
  private static final long ANNOUNCE_MILLIS = 1_000;

  /**
   * Reads the rows, and sends them as files if they are many. Runs in the background.
   *
   * @return fails if they cannot be read or sent; the receiver may then keep files for a while
   */
  CompletableFuture<Shipment> send(
      InodeId directory, PartitionIndex partition, EntryRange range, long transaction) {
    try {
      Optional<List<StoredRow>> few = context.store().readRows(range, maxCarriedBytes);
      if (few.isPresent()) {
        context.reached(CrashPoint.SPLIT_EXTRACTED);
        Shipment shipment =
            Shipment.of(Shipment.transferred(few.get()), context.store().countEntries(range));
        context.counters().transferMessageBytes().increment((double) shipment.bytes());
        return CompletableFuture.completedFuture(shipment);
      }
      return new FileTransfer(this, directory, partition, range, transaction).send();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Asks the owner of a child whether it accepts an upload now, which costs it nothing yet. No
   * answer in time counts as a refusal.
   */
  CompletableFuture<Boolean> announce(
      InodeId directory, PartitionIndex partition, long transaction) {
    InstallChunkRequest empty =
        new InstallChunkRequest(directory, partition, transaction, 0, "", 0, new byte[0]);
    return context
        .messenger()
        .ask(empty, context.in(ANNOUNCE_MILLIS))
        .thenApply(answer -> answer instanceof Answer.Done<Empty>);
  }
}
