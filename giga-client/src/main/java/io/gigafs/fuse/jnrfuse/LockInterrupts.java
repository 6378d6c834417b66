package io.gigafs.fuse.jnrfuse;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Requests that wait for a lock, by the kernel's numbers, and the signals that their callers got.
 * libfuse would send a signal to the thread, which Java does not notice. Safe for use by several
 * threads.
 */
final class LockInterrupts {
  /** The number of signals kept whose request is not a wait, or has not been read yet. */
  private static final int MAX_EARLY = 1_024;

  /** The thread while it waits, null before. Guarded by this, as is {@link #early}. */
  private final Map<Long, Wait> waits = new HashMap<>();

  /** Signals that were read before the request they refer to. */
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

  /** This thread starts to wait; false if the caller has got a signal already. */
  synchronized boolean beginWait(long unique) {
    Wait wait = waits.get(unique);
    if (wait == null) {
      return true;
    }
    wait.thread = Thread.currentThread();
    return !wait.isInterrupted;
  }

  /** This thread has stopped waiting, and is not interrupted after this. */
  synchronized void endWait(long unique) {
    Wait wait = waits.get(unique);
    if (wait != null) {
      wait.thread = null;
    }
    isInterrupted();
  }

  /** Clears an interrupt that came too late. */
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
