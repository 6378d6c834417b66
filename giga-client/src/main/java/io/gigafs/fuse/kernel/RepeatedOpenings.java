package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Threads whose open(2), or other call on a file by name, found that the file was replaced. Safe
 * for use by several threads.
 *
 * <p>The kernel looks a name up with one request and opens the file, or changes its attributes,
 * with another. If the file was replaced in between, it walks the path once more, but not a third
 * time: then the program gets ESTALE. So the second lookup by the same thread also opens the file,
 * and that handle, a pin, is kept until the thread has made its call. An open file can be opened,
 * queried and changed without its name. A pin serves only the thread that made the lookup, and one
 * call that changes the file, or one open if an open failed: later calls must find the file that
 * has the name by then.
 *
 * <p>If the thread opens the file through a link in /proc, no lookup comes in between, since no
 * name leads through it. So its second open may use an open handle of the file. The first may not,
 * as the kernel may only be using a cached name.
 */
public final class RepeatedOpenings {
  /** The time for a second lookup and the call; an unused pin is closed after it. */
  private static final long KEPT_MILLIS = 10_000;

  /** Further threads are not recorded, to bound memory: they may get ESTALE. */
  private static final int MAX_THREADS = 1_024;

  private static final long IDLE_SECONDS = 10;

  /** The retry of a thread. */
  private static final class Opening {
    private final long directory;
    private final byte[] name;
    private final boolean opens;

    /** The inode of the failed call, then the one that the lookup has found. */
    private long inode;

    private long pin = FuseFileSystem.NO_HANDLE;

    Opening(long directory, byte[] name, long inode, boolean opens) {
      this.directory = directory;
      this.name = name;
      this.inode = inode;
      this.opens = opens;
    }

    boolean isOf(long otherDirectory, byte[] otherName) {
      return directory == otherDirectory && Arrays.equals(name, otherName);
    }

    @Nullable FuseFile pinned(long meant) {
      return inode != meant || pin == FuseFileSystem.NO_HANDLE
          ? null
          : FuseFile.named(inode, directory, name, pin);
    }
  }

  private final LongConsumer release;
  private final ScheduledThreadPoolExecutor timer;

  /** By thread id. Guarded by this. */
  private final Map<Integer, Opening> openings = new HashMap<>();

  private volatile boolean isEmpty = true;

  /**
   * @param release closes a handle
   */
  public RepeatedOpenings(LongConsumer release, ThreadFactory threads) {
    this.release = release;
    this.timer = new ScheduledThreadPoolExecutor(1, threads);
    timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    timer.setRemoveOnCancelPolicy(true);
  }

  /**
   * Records that a call of a thread found that the name leads to another file than the kernel
   * means.
   *
   * @param inode of the file that the kernel means
   * @param opens whether the call opens the file
   */
  void note(int thread, long directory, byte[] name, long inode, boolean opens) {
    if (thread == 0) {
      return; // threads of other process namespaces are indistinguishable
    }
    end(thread);
    Opening opening = new Opening(directory, name, inode, opens);
    synchronized (this) {
      if (openings.size() >= MAX_THREADS || timer.isShutdown()) {
        return;
      }
      openings.put(thread, opening);
      isEmpty = false;
      timer.schedule(() -> end(thread, opening), KEPT_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Whether a thread looks a name up because its open failed. */
  boolean isRepeated(int thread, long directory, byte[] name) {
    if (isEmpty) {
      return false;
    }
    synchronized (this) {
      Opening opening = openings.get(thread);
      return opening != null && opening.isOf(directory, name);
    }
  }

  /** Whether a thread retries a failed open of a file without a lookup in between. */
  boolean isSecondOpening(int thread, long inode) {
    if (isEmpty) {
      return false;
    }
    synchronized (this) {
      Opening opening = openings.get(thread);
      return opening != null
          && opening.opens
          && opening.inode == inode
          && opening.pin == FuseFileSystem.NO_HANDLE;
    }
  }

  /** Keeps a handle of the file that a repeated lookup by a thread has found. */
  void pin(int thread, long inode, long handle) {
    long old = handle;
    synchronized (this) {
      Opening opening = openings.get(thread);
      if (opening != null) {
        old = opening.pin;
        opening.inode = inode;
        opening.pin = handle;
      }
    }
    close(old);
  }

  /**
   * Removes the pin of a file that a thread opens: the file, with the name of the lookup, and a
   * handle that the caller closes. Null if there is none.
   */
  @Nullable FuseFile take(int thread, long inode) {
    if (isEmpty) {
      return null;
    }
    synchronized (this) {
      Opening opening = openings.get(thread);
      if (opening == null || !opening.opens) {
        return null;
      }
      FuseFile pinned = opening.pinned(inode);
      if (pinned != null) {
        opening.pin = FuseFileSystem.NO_HANDLE;
      }
      return pinned;
    }
  }

  /** The same for a file that a thread uses; the pin is kept. */
  @Nullable FuseFile pinned(int thread, long inode) {
    if (isEmpty) {
      return null;
    }
    synchronized (this) {
      Opening opening = openings.get(thread);
      return opening == null ? null : opening.pinned(inode);
    }
  }

  /** A thread has completed its call, or has failed for good. */
  void end(int thread) {
    if (!isEmpty) {
      end(thread, null);
    }
  }

  /** Ends the retry of a thread, if it is this one; null is any. */
  private void end(int thread, @Nullable Opening expected) {
    Opening ended;
    synchronized (this) {
      ended = openings.get(thread);
      if (ended == null || (expected != null && ended != expected)) {
        return;
      }
      openings.remove(thread);
      isEmpty = openings.isEmpty();
    }
    close(ended.pin);
  }

  private void close(long handle) {
    if (handle != FuseFileSystem.NO_HANDLE) {
      release.accept(handle);
    }
  }

  /** Closes all pins and accepts no others. */
  void close() {
    timer.shutdownNow();
    List<Integer> threads;
    synchronized (this) {
      threads = new ArrayList<>(openings.keySet());
    }
    threads.forEach(this::end);
  }
}
