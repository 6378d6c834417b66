package io.gigafs.client.data;

import io.gigafs.protocol.DataReport;
import io.gigafs.volume.ObjectStatus;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a client has written to a file's object since the server was last told, and what it is to be
 * told then. Safe for use by several threads.
 */
final class ObjectReport {
  /** When the file's time was set to last, if nothing was written since. */
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

  /** They were not, or not all of them. */
  void notWritten() {
    checksum.spoil();
  }

  /** The object holds all of the file, as it is from now on. */
  void spilled(WholeChecksum whole) {
    checksum = whole;
    due = true;
  }

  /** The file was emptied: what was written to an object is none of its any more. */
  void emptied() {
    checksum = WholeChecksum.none();
  }

  /** The size was set by other means than a write. */
  void resized() {
    checksum.spoil();
  }

  /** The times were set. */
  void timed(long newModifiedNanos) {
    modifiedNanos = newModifiedNanos;
  }

  /** Whether the object's time of the last change is the file's. */
  boolean hasOwnTime() {
    return modifiedNanos == null;
  }

  /** Whether the server has to be told. */
  boolean isDue() {
    return due;
  }

  /** What the server is told, of an object that is so. */
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

  /** The server was not told, after all. */
  void notTaken() {
    due = true;
  }
}
