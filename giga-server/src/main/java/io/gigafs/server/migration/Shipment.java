package io.gigafs.server.migration;

import io.gigafs.protocol.migration.InstallCommitRequest.TransferredRow;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.StoredRow;
import java.util.ArrayList;
import java.util.List;

/**
 * A partition's rows in transit to its new owner. Few rows go with the commit message; many are
 * sent ahead as files, which the receiver keeps aside. Files go through the cluster's transfer
 * directory if there is one and both servers have access to it, and in messages otherwise.
 *
 * @param files number of files that were sent
 * @param bytes of keys and values, or of files
 * @param counts of the entries
 */
record Shipment(int files, List<TransferredRow> rows, long bytes, EntryCounts counts) {
  static Shipment of(List<TransferredRow> rows, EntryCounts counts) {
    long bytes = rows.stream().mapToLong(row -> row.key().length + (long) row.value().length).sum();
    return new Shipment(0, rows, bytes, counts);
  }

  static List<TransferredRow> transferred(List<StoredRow> rows) {
    List<TransferredRow> transferred = new ArrayList<>(rows.size());
    for (StoredRow row : rows) {
      transferred.add(new TransferredRow(row.family(), row.key(), row.value()));
    }
    return transferred;
  }

  static List<StoredRow> stored(List<TransferredRow> rows) {
    List<StoredRow> stored = new ArrayList<>(rows.size());
    for (TransferredRow row : rows) {
      stored.add(new StoredRow(row.family(), row.key(), row.value()));
    }
    return stored;
  }
}
