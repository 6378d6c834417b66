package io.gigafs.fuse.jnrfuse;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests that wait for a lock, by the kernel's numbers, and signals that their callers got.
 * libfuse would send a signal to the thread, which Java does not notice. Safe for use by several
 * threads.
 */
final class LockInterrupts {
  /** For how many requests that are no waits, or not read yet, a signal is remembered. */
  private static final int MAX_EARLY = 1_024;

  /** The thread once it waits, null before. Guarded by this, as is {@link #early}. */
  private final Map<Long, Wait> waits = new HashMap<>();

  /** A signal may be read before the request that it is about. */
  private final Set<Long> early = new LinkedHashSet<>();

  private static final class Wait {
    private @Nullable Thread thread;
    private boolean isInterrupted;
  }

  /** A request was received that may wait. */
  synchronized void begin(long unique) {
    Wait wait = new Wait();
    wait.isInterrupted = early.remove(unique);
    waits.put(unique, wait);
  }

  synchronized void end(long unique) {
    waits.remove(unique);
  }

  /** This thread waits from now on; false if the caller has got a signal already. */
  synchronized boolean beginWait(long unique) {
    Wait wait = waits.get(unique);
    if (wait == null) {
      return true;
    }
    wait.thread = Thread.currentThread();
    return !wait.isInterrupted;
  }

  /** It does not wait any more, and is not interrupted after this. */
  synchronized void endWait(long unique) {
    Wait wait = waits.get(unique);
    if (wait != null) {
      wait.thread = null;
    }
    isInterrupted();
  }

  /** Takes an interrupt away that came too late. */
  private static boolean isInterrupted() {
    return Thread.interrupted();
  }

  /** The caller of a request got a signal. */
  synchronized void interrupt(long unique) {
    Wait wait = waits.get(unique);
    if (wait == null) {
      if (early.size() >= MAX_EARLY) {
        early.remove(early.iterator().next());
      }
      early.add(unique);
      return;
    }
    wait.isInterrupted = true;
    if (wait.thread != null) {
      wait.thread.interrupt();
    }
  }
}
