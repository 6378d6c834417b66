package io.gigafs.server.data;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of concurrent calls for each volume and queues the others, so that a volume
 * that does not answer delays only its own callers. Thread-safe.
 */
final class VolumeLines {
  private final Executor blocking;
  private final int callsPerVolume;
  private final Map<Integer, Line> lines = new ConcurrentHashMap<>();

  VolumeLines(Executor blocking, int callsPerVolume) {
    this.blocking = blocking;
    this.callsPerVolume = callsPerVolume;
  }

  /** The executor of calls to a volume. */
  Executor of(int volume) {
    return lines.computeIfAbsent(volume, id -> new Line());
  }

  private final class Line implements Executor {
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int running;

    @Override
    public void execute(Runnable task) {
      synchronized (this) {
        if (running == callsPerVolume) {
          waiting.add(task);
          return;
        }
        running++;
      }
      start(task);
    }

    private void start(Runnable task) {
      try {
        blocking.execute(() -> run(task));
      } catch (RejectedExecutionException e) {
        synchronized (this) {
          running--;
        }
        throw e;
      }
    }

    private void run(Runnable task) {
      try {
        task.run();
      } finally {
        Runnable next = next();
        if (next != null) {
          start(next);
        }
      }
    }

    private synchronized @Nullable Runnable next() {
      Runnable next = waiting.poll();
      if (next == null) {
        running--;
      }
      return next;
    }
  }
}
