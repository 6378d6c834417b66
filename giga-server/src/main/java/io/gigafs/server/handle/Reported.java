package io.gigafs.server.handle;

import io.gigafs.protocol.CloseRequest;
import io.gigafs.protocol.DataReport;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.access.XattrName;
import io.gigafs.server.content.StoredFiles;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.operation.XattrRows;
import io.gigafs.server.placement.Measures;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.volume.ObjectStatus;
import org.jspecify.annotations.Nullable;

/** What entries take over of what clients say that they wrote to objects. */
final class Reported {
  private Reported() {}

  /**
   * A client tells, while somebody may still write. The entry's size is no authority then, but what
   * is counted for quotas, and where the next append is set aside at the earliest: it does not
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

  /** The only client that wrote tells, as the last thing that it does. */
  static Attributes last(
      PartitionState partition,
      EntryKey key,
      Attributes file,
      DataReport report,
      CommitBatch commitBatch) {
    return take(partition, key, file, report.size(), report, true, commitBatch);
  }

  /**
   * A handle that may write to the object is closed. If it was the last, and the only one that can
   * have written, what its client tells is what the object is; otherwise the volume is asked, and
   * also where the client says that it left a file alone whose privileges a write ends.
   */
  static Attributes closed(
      HandleContext context,
      CloseRequest request,
      PartitionState partition,
      HandlePlace place,
      Attributes file,
      boolean isAlone,
      CommitBatch commitBatch) {
    EntryKey key = partition.keyOf(place.name());
    // Of a file that may not change, its volume is asked.
    DataReport report = InodeFlags.isImmutable(file) ? null : request.report();
    boolean isLast = !place.file().hasWriter();
    if (report != null && isLast && isAlone && !isUncertain(key, file, report, commitBatch)) {
      return last(partition, key, file, report, commitBatch);
    }
    Attributes told =
        report == null ? file : meanwhile(partition, place, file, report, commitBatch);
    Measures measures = new Measures(context.objects());
    if (isLast) {
      measures.settleSoon(partition, place.name(), told, commitBatch);
    } else {
      measures.countSoon(partition, place.name(), told, commitBatch);
    }
    return told;
  }

  /**
   * Whether a client says that nothing was written of a file that would lose privileges by that.
   */
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
    // A time that was set, and is the file's, is not that of the object, which may be asked again.
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
