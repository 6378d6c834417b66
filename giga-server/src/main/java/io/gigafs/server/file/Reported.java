package io.gigafs.server.file;

import io.gigafs.protocol.file.CloseRequest;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.access.XattrName;
import io.gigafs.server.data.Measures;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.entry.XattrRows;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.volume.ObjectStatus;
import org.jspecify.annotations.Nullable;

/** Updates entries from reports of clients about their writes to objects. */
final class Reported {
  private Reported() {}

  /**
   * Applies a report while the object may still be written to. The entry's size is not
   * authoritative then, but quotas count it and appends are reserved behind it, so it does not
   * shrink.
   */
  static Attributes meanwhile(
      PartitionState partition,
      HandlePlace place,
      Attributes file,
      DataReport report,
      CommitBatch commitBatch) {
    place.file().sizeChanged();
    EntryKey key = partition.keyOf(place.name());
    long size = Math.max(StoredFiles.leastSize(commitBatch.batch(), key, file), report.size());
    return take(partition, key, file, size, report, false, commitBatch);
  }

  /** Applies the final report of the only client that wrote. */
  static Attributes last(
      PartitionState partition,
      EntryKey key,
      Attributes file,
      DataReport report,
      CommitBatch commitBatch) {
    return take(partition, key, file, report.size(), report, true, commitBatch);
  }

  /**
   * Handles the close of a handle that may write to the object. If it was the last such handle and
   * the only one that can have written, the client's report is taken as the object's state.
   * Otherwise the volume is asked. The volume is also asked if the client reports no write to a
   * file that would lose privileges by one.
   */
  static Attributes closed(
      Measures measures,
      CloseRequest request,
      PartitionState partition,
      HandlePlace place,
      Attributes file,
      boolean isAlone,
      CommitBatch commitBatch) {
    EntryKey key = partition.keyOf(place.name());
    // The volume is asked about an immutable file.
    DataReport report = InodeFlags.isImmutable(file) ? null : request.report();
    boolean isLast = !place.file().hasWriter();
    if (report != null && isLast && isAlone && !isUncertain(key, file, report, commitBatch)) {
      return last(partition, key, file, report, commitBatch);
    }
    Attributes merged =
        report == null ? file : meanwhile(partition, place, file, report, commitBatch);
    if (isLast) {
      measures.settleSoon(partition, place.name(), merged, commitBatch);
    } else {
      measures.countSoon(partition, place.name(), merged, commitBatch);
    }
    return merged;
  }

  /** Whether a client reports no write to a file that would lose privileges by one. */
  private static boolean isUncertain(
      EntryKey key, Attributes file, DataReport report, CommitBatch commitBatch) {
    boolean isWritten =
        report.modifiedNanos() != file.modifiedNanos()
            && report.modifiedNanos() != StoredFiles.row(commitBatch.batch(), key).modifiedNanos();
    return !isWritten && mayLosePrivileges(key, file, commitBatch);
  }

  private static boolean mayLosePrivileges(EntryKey key, Attributes file, CommitBatch commitBatch) {
    return (AttributeRules.mayLoseSetId(file) && !file.has(Attributes.BY_SUPERUSER))
        || XattrRows.has(commitBatch.batch(), key, file, XattrName.CAPABILITY);
  }

  private static Attributes take(
      PartitionState partition,
      EntryKey key,
      Attributes file,
      long size,
      DataReport report,
      boolean isLast,
      CommitBatch commitBatch) {
    long known = StoredFiles.row(commitBatch.batch(), key).modifiedNanos();
    // If the time is the file's own, which was set, it is not the object's modification time.
    boolean isNews = report.modifiedNanos() != file.modifiedNanos();
    @Nullable Integer crc = isLast && report.hasCrc() ? report.crc() : null;
    Attributes settled =
        StoredFiles.settle(
            commitBatch.batch(),
            key,
            file,
            new ObjectStatus(size, isNews ? report.modifiedNanos() : known, report.holes()),
            isLast,
            crc,
            isLast ? 0 : file.size());
    if (!settled.equals(file)) {
      commitBatch.batch().putEntry(key, settled);
      partition.entryChanged(commitBatch, file, settled);
    }
    return settled;
  }
}
