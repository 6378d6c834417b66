package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.MountSettings;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests that are still being served although their callers were killed and answered. Safe for
 * use by several threads.
 *
 * <ol>
 *   <li>The kernel sends a close or an unlock once all calls before it were answered. So those of a
 *       file are served after its abandoned requests, in order of arrival: nothing is written after
 *       the close or without the lock. They occupy no thread while they wait.
 *   <li>Abandoned requests take at most half of all threads. Beyond that, killed callers wait for
 *       their answers, too.
 * </ol>
 *
 * <p>Every wait ends, since requests have deadlines of their own.
 */
public final class AbandonedRequests {
  private static final Logger LOG = LoggerFactory.getLogger(AbandonedRequests.class);

  private final FuseFileSystem fileSystem;
  private final FuseDevice device;
  private final int max;

  /** By the kernel's number of the file. Guarded by this. */
  private final Map<Long, OfFile> files = new HashMap<>();

  /** Guarded by this. */
  private int count;

  private volatile boolean isEmpty = true;

  private static final class OfFile {
    private int running;
    private final Queue<Queued> queue = new ArrayDeque<>();
    private @Nullable Queued served;
  }

  /** A request that is served after the abandoned ones. */
  private record Queued(RequestAtHand request, ToServe work) {}

  /** The work of a request that had to wait. */
  @FunctionalInterface
  interface ToServe {
    void serve(RequestAtHand request);
  }

  public AbandonedRequests(FuseFileSystem fileSystem, FuseDevice device, MountSettings settings) {
    this.fileSystem = fileSystem;
    this.device = device;
    this.max = settings.maxThreads() / 2;
  }

  /** Counts a request on a file; false if the limit is reached. */
  synchronized boolean tryBegin(long node) {
    if (count >= max) {
      return false;
    }
    count++;
    files.computeIfAbsent(node, none -> new OfFile()).running++;
    isEmpty = false;
    return true;
  }

  /** Ends a counted request. This thread serves the requests that waited for it. */
  void end(long node) {
    Queued next;
    synchronized (this) {
      count--;
      OfFile file = files.get(node);
      if (file == null) {
        throw new IllegalStateException("No request on file " + node + " is abandoned");
      }
      file.running--;
      next = next(node, file);
    }
    while (next != null) {
      serve(next);
      synchronized (this) {
        OfFile file = files.get(node);
        if (file == null) {
          return;
        }
        file.served = null;
        next = next(node, file);
      }
    }
  }

  /** Removes and returns the request that is served next, if any. */
  private @Nullable Queued next(long node, OfFile file) {
    if (file.running > 0 || file.served != null) {
      return null;
    }
    Queued next = file.queue.poll();
    file.served = next;
    if (next == null) {
      files.remove(node);
      isEmpty = files.isEmpty();
    }
    return next;
  }

  private void serve(Queued queued) {
    RequestAtHand request = queued.request;
    fileSystem.serving();
    try {
      queued.work.serve(request);
    } catch (RuntimeException | Error e) {
      LOG.error("A request on file {} failed", request.node(), e);
      device.answer(request.unique(), -Errno.EIO);
    } finally {
      fileSystem.served();
    }
  }

  /**
   * Queues a request behind the abandoned ones of its file, if there are any. It is answered with
   * the result of its work: 0, or a negative errno.
   *
   * @return whether the request was queued; if not, the caller serves it
   */
  boolean answerLater(RequestAtHand request, IntSupplier work) {
    return serveLater(
        request, served -> device.answer(served.unique(), Math.min(work.getAsInt(), 0)));
  }

  /** The same for work that answers the request itself. */
  boolean serveLater(RequestAtHand request, ToServe work) {
    if (isEmpty) {
      return false;
    }
    Queued queued = new Queued(request.copy(null), work);
    synchronized (this) {
      OfFile file = files.get(queued.request.node());
      return file != null && file.queue.add(queued);
    }
  }

  /** The request if it is queued here or served after it was; else null. */
  @Nullable RequestAtHand find(long unique) {
    if (isEmpty) {
      return null;
    }
    synchronized (this) {
      for (OfFile file : files.values()) {
        if (file.served != null && file.served.request.is(unique)) {
          return file.served.request;
        }
        for (Queued queued : file.queue) {
          if (queued.request.is(unique)) {
            return queued.request;
          }
        }
      }
    }
    return null;
  }
}
