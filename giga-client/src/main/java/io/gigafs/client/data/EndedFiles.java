package io.gigafs.client.data;

import io.gigafs.index.InodeId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The files that this client had open last. An opening that began before such a file was closed may
 * be answered later, and show a state that the client knows to be past. Safe for use by several
 * threads.
 */
final class EndedFiles {
  private static final int MAX_FILES = 1 << 16;

  /** In the order in which they were closed. Guarded by this. */
  private final Map<InodeId, Ended> files = new LinkedHashMap<>();

  /** Guarded by this. */
  private long number;

  /** The highest number of a file that is not known any more. Guarded by this. */
  private long forgotten;

  private record Ended(long number, long changedNanos, boolean unsettled) {}

  /** A number for what begins now: what ends later has a higher one. */
  synchronized long number() {
    return number;
  }

  /**
   * A file has no handle any more.
   *
   * @param changedNanos the latest ctime that is known
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
   * Whether the state that an opening was answered with may be stale.
   *
   * @param began the {@link #number} when the opening began
   */
  synchronized boolean mayBeStale(InodeId inode, long began, long changedNanos) {
    Ended ended = files.get(inode);
    if (ended == null) {
      return began < forgotten;
    }
    return began < ended.number && changedNanos < ended.changedNanos;
  }

  /**
   * The ctime that a file had when this client closed it without having reported all that it wrote:
   * the file gets a later one. {@link Long#MIN_VALUE} of other files.
   */
  synchronized long unsettledNanos(InodeId inode) {
    Ended ended = files.get(inode);
    return ended != null && ended.unsettled ? ended.changedNanos : Long.MIN_VALUE;
  }
}
