package io.gigafs.server.migration;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.migration.InstallChunkRequest;
import io.gigafs.protocol.migration.TransferredRow;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.StoredRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A partition's rows in transit to its new owner. Few rows go with the commit message; many are
 * sent ahead as files, which the receiver keeps aside. Files go through the cluster's transfer
 * directory if there is one and both servers have access to it, and in messages otherwise.
 *
 * @param files number of files that were sent
 * @param bytes of keys and values, or of files
 * @param counts of the entries
 */
public record Shipment(int files, List<TransferredRow> rows, long bytes, EntryCounts counts) {
  private static final long ANNOUNCE_MILLIS = 1_000;

  /**
   * Reads the rows, and sends them as files if they are many. Runs in the background.
   *
   * @return fails if they cannot be read or sent; the receiver may then keep files for a while
   */
  public static CompletableFuture<Shipment> send(
      TransferContext context,
      InodeId directory,
      PartitionIndex partition,
      EntryRange range,
      long transaction) {
    try {
      Optional<List<StoredRow>> few = context.store().readRows(range, context.maxCarriedBytes());
      if (few.isPresent()) {
        context.reached(CrashPoint.SPLIT_EXTRACTED);
        Shipment shipment = of(carried(few.get()), context.store().countEntries(range));
        context.counters().transferMessageBytes().increment((double) shipment.bytes);
        return CompletableFuture.completedFuture(shipment);
      }
      return new FileTransfer(context, directory, partition, range, transaction).send();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Asks the owner of a child whether it accepts an upload now, which costs it nothing yet. No
   * answer in time counts as a refusal.
   */
  public static CompletableFuture<Boolean> announce(
      TransferContext context, InodeId directory, PartitionIndex partition, long transaction) {
    InstallChunkRequest empty =
        new InstallChunkRequest(directory, partition, transaction, 0, "", 0, new byte[0]);
    return context
        .messenger()
        .ask(empty, context.in(ANNOUNCE_MILLIS))
        .thenApply(answer -> answer instanceof Answer.Done<Empty>);
  }

  private static Shipment of(List<TransferredRow> rows, EntryCounts counts) {
    long bytes = rows.stream().mapToLong(row -> row.key().length + (long) row.value().length).sum();
    return new Shipment(0, rows, bytes, counts);
  }

  private static List<TransferredRow> carried(List<StoredRow> rows) {
    List<TransferredRow> carried = new ArrayList<>(rows.size());
    for (StoredRow row : rows) {
      carried.add(new TransferredRow(row.family(), row.key(), row.value()));
    }
    return carried;
  }

  static List<StoredRow> stored(List<TransferredRow> rows) {
    List<StoredRow> stored = new ArrayList<>(rows.size());
    for (TransferredRow row : rows) {
      stored.add(new StoredRow(row.family(), row.key(), row.value()));
    }
    return stored;
  }
}
