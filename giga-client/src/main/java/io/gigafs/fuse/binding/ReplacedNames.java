package io.gigafs.fuse.binding;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Names whose files are replaced while programs open them. Safe for use by several threads.
 *
 * <p>The kernel looks a name up with one request and opens the file with another. If the file was
 * replaced in between, it walks the path once more, and no third time: then ESTALE reaches the
 * program. So after a failed opening each look-up of the name opens the file as well, and that
 * handle, a pin, is kept for a second. A file that is open can be opened without its name.
 */
final class ReplacedNames {
  /** For how long a name counts as replaced, and a pin is kept. */
  private static final long KEPT_MILLIS = 1_000;

  /** Beyond so many nothing is noted: programs may see ESTALE, and no memory is used up. */
  private static final int MAX_NAMES = 1_024;

  private static final int MAX_PINS = 256;
  private static final long IDLE_SECONDS = 10;

  /** A name of a directory that the kernel knows by this number. */
  private record Key(long directory, String name) {
    Key(long directory, byte[] name) {
      this(directory, new String(name, StandardCharsets.ISO_8859_1));
    }
  }

  private final LongConsumer release;
  private final ScheduledThreadPoolExecutor timer;

  /** Until when each name counts, in the order of that. Guarded by this. */
  private final Map<Key, Long> untilNanos = new LinkedHashMap<>();

  /** The newest pin of each file, by inode number. Guarded by this. */
  private final Long2ObjectHashMap<Long> newest = new Long2ObjectHashMap<>();

  /** All pins and their files. Guarded by this. */
  private final Map<Long, Long> pins = new HashMap<>();

  private volatile boolean hasNames;

  /**
   * @param release closes a handle
   */
  ReplacedNames(LongConsumer release, ThreadFactory threads) {
    this.release = release;
    this.timer = new ScheduledThreadPoolExecutor(1, threads);
    timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
  }

  /** An opening found that a name leads to another file than the kernel means. */
  synchronized void note(long directory, byte[] name) {
    long now = System.nanoTime();
    untilNanos.values().removeIf(until -> until - now <= 0);
    if (untilNanos.size() < MAX_NAMES) {
      Key key = new Key(directory, name);
      untilNanos.remove(key);
      untilNanos.put(key, now + TimeUnit.MILLISECONDS.toNanos(KEPT_MILLIS));
      hasNames = true;
    }
  }

  /** Whether the file of a name was replaced within the last second, while it was opened. */
  boolean isReplaced(long directory, byte[] name) {
    return hasNames && isNoted(new Key(directory, name));
  }

  private synchronized boolean isNoted(Key key) {
    Long until = untilNanos.get(key);
    if (until != null && until - System.nanoTime() <= 0) {
      untilNanos.remove(key);
      until = null;
    }
    hasNames = !untilNanos.isEmpty();
    return until != null;
  }

  /** Keeps a handle for a second, and closes it then; at once if there are too many. */
  void pin(long inode, long handle) {
    synchronized (this) {
      if (pins.size() < MAX_PINS && !timer.isShutdown()) {
        pins.put(handle, inode);
        newest.put(inode, Long.valueOf(handle));
        timer.schedule(() -> unpin(handle), KEPT_MILLIS, TimeUnit.MILLISECONDS);
        return;
      }
    }
    release.accept(handle);
  }

  /** A handle that is open on a file; {@link FuseFileSystem#NO_HANDLE} if none is kept. */
  synchronized long pinOf(long inode) {
    Long handle = newest.get(inode);
    return handle == null ? FuseFileSystem.NO_HANDLE : handle;
  }

  private void unpin(long handle) {
    synchronized (this) {
      @Nullable Long inode = pins.remove(handle);
      if (inode == null) {
        return;
      }
      if (pinOf(inode) == handle) {
        newest.remove(inode.longValue());
      }
    }
    release.accept(handle);
  }

  /** Closes all handles that are kept, and keeps no others. */
  void close() {
    timer.shutdownNow();
    List<Long> kept;
    synchronized (this) {
      kept = new ArrayList<>(pins.keySet());
    }
    kept.forEach(this::unpin);
  }
}
