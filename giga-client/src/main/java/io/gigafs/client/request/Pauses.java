package io.gigafs.client.request;

import io.gigafs.rpc.Timers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delayed tasks, and whether the client is closed. Safe for use by several threads.
 *
 * <p>Each task runs exactly once: when it is due, or at once when the client is closed, so that
 * nobody waits for a task that the timers have dropped. A task checks {@link #isClosed} first.
 */
public final class Pauses {
  private static final Logger LOG = LoggerFactory.getLogger(Pauses.class);

  private final Timers timers;
  private final Set<Pause> waiting = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  public Pauses(Timers timers) {
    this.timers = timers;
  }

  public void after(long delayMillis, Runnable task) {
    Pause pause = new Pause(task);
    waiting.add(pause);
    if (closed) {
      pause.run();
    } else {
      timers.after(delayMillis, pause);
    }
  }

  public boolean isClosed() {
    return closed;
  }

  public void close() {
    closed = true;
    waiting.forEach(Pause::run);
  }

  private final class Pause implements Runnable {
    private final Runnable task;
    private final AtomicBoolean begun = new AtomicBoolean();

    Pause(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      if (begun.compareAndSet(false, true)) {
        waiting.remove(this);
        try {
          task.run();
        } catch (RuntimeException | Error e) { // the thread runs tasks of other operations as well
          LOG.error("a delayed task failed; the others are not affected", e);
        }
      }
    }
  }
}
