package io.gigafs.client.data;

import io.gigafs.index.InodeId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The files that this client closed last. An open that began before such a close may be answered
 * later with a state that the client knows to be stale. Safe for use by several threads.
 */
final class EndedFiles {
  private static final int MAX_FILES = 1 << 16;

  /** In closing order. Guarded by this. */
  private final Map<InodeId, Ended> files = new LinkedHashMap<>();

  /** Guarded by this. */
  private long number;

  /** The highest number of a file that was removed from the map. Guarded by this. */
  private long forgotten;

  private record Ended(long number, long changedNanos, boolean unsettled) {}

  /**
   * A sequence number for an operation that begins now. An operation that ends later has a higher
   * one.
   */
  synchronized long number() {
    return number;
  }

  /**
   * The last handle of a file was closed.
   *
   * @param changedNanos the latest known ctime
   * @param unsettled whether this client wrote something that it could not report
   */
  synchronized void ended(InodeId inode, long changedNanos, boolean unsettled) {
    number++;
    files.remove(inode);
    files.put(inode, new Ended(number, changedNanos, unsettled));
    if (files.size() > MAX_FILES) {
      Map.Entry<InodeId, Ended> eldest = files.entrySet().iterator().next();
      forgotten = eldest.getValue().number;
      files.remove(eldest.getKey());
    }
  }

  /**
   * Whether the state in the answer to an open may be stale.
   *
   * @param began the {@link #number} when the open began
   */
  synchronized boolean mayBeStale(InodeId inode, long began, long changedNanos) {
    Ended ended = files.get(inode);
    if (ended == null) {
      return began < forgotten;
    }
    return began < ended.number && changedNanos < ended.changedNanos;
  }

  /**
   * The ctime that a file had when this client closed it without having reported all of its writes:
   * the file will get a later one. {@link Long#MIN_VALUE} for other files.
   */
  synchronized long unsettledNanos(InodeId inode) {
    Ended ended = files.get(inode);
    return ended != null && ended.unsettled ? ended.changedNanos : Long.MIN_VALUE;
  }
}
