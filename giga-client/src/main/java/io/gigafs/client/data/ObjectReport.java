package io.gigafs.client.data;

import io.gigafs.protocol.file.DataReport;
import io.gigafs.volume.ObjectStatus;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Changes that a client made to a file's object since its last report to the server, and the
 * contents of the next report. Safe for use by several threads.
 */
final class ObjectReport {
  /** The file's mtime that was set explicitly, if nothing was written since. */
  private volatile @Nullable Long modifiedNanos;

  private volatile boolean due;
  private volatile WholeChecksum checksum = WholeChecksum.none();

  /** Bytes are about to be written. */
  void writing(long offset, ByteBuffer bytes) {
    checksum.add(offset, bytes);
    if (modifiedNanos != null) {
      modifiedNanos = null;
    }
    if (!due) {
      due = true;
    }
  }

  /** The write failed, completely or partly. */
  void notWritten() {
    checksum.spoil();
  }

  /** The object holds the complete file from now on. */
  void spilled(WholeChecksum whole) {
    checksum = whole;
    due = true;
  }

  /** The file was emptied: earlier writes to an object no longer matter. */
  void emptied() {
    checksum = WholeChecksum.none();
  }

  /** The size was set by something other than a write. */
  void resized() {
    checksum.spoil();
  }

  /** The times were set. */
  void timed(long newModifiedNanos) {
    modifiedNanos = newModifiedNanos;
  }

  /** Whether the object's mtime is the file's. */
  boolean hasOwnTime() {
    return modifiedNanos == null;
  }

  /** Whether a report to the server is due. */
  boolean isDue() {
    return due;
  }

  /** Takes the report for an object with the given status. */
  DataReport take(ObjectStatus status) {
    due = false;
    Long set = modifiedNanos;
    boolean isWhole = checksum.covers(status.size());
    return new DataReport(
        status.size(),
        set == null ? status.modifiedNanos() : set,
        isWhole,
        isWhole ? checksum.value() : 0,
        status.holes());
  }

  /** The report did not reach the server. */
  void notTaken() {
    due = true;
  }
}
