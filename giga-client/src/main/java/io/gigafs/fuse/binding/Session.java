package io.gigafs.fuse.binding;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that serve a mount, from when it is mounted until it is gone. Safe for use by several
 * threads.
 *
 * <p>Each thread waits for a request, serves it and waits again, so that nobody hands work to
 * anybody. A set number stays for good. When the last one that waits takes a request, another
 * thread starts, so that requests that take long, of a server that is down or for a lock, leave the
 * mount alive; when twice as many wait as are to stay, who comes back ends.
 */
final class Session implements ServingSession {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  /** So many times the set number may wait, lest threads start and end all the time. */
  private static final int MOST_WAITING = 2;

  private final Call.Shared shared;
  private final Buffers.Pool buffers;
  private final ThreadFactory threads;
  private final Set<Worker> workers = ConcurrentHashMap.newKeySet();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile Greeting.Agreement agreement = Greeting.Agreement.NONE;

  Session(Call.Shared shared, Buffers.Pool buffers, ThreadFactory threads) {
    this.shared = shared;
    this.buffers = buffers;
    this.threads = threads;
  }

  void start() {
    shared.interruptions().start(this::find);
    for (int i = 0; i < shared.settings().threads(); i++) {
      startThread();
    }
  }

  /** Begins as many threads as wait at most; counted before they run, so that none is too many. */
  private void startThread() {
    if (running.incrementAndGet() > shared.settings().maxThreads()) {
      running.decrementAndGet();
      return;
    }
    waiting.incrementAndGet();
    try {
      Buffers own = buffers.take();
      threads.newThread(() -> run(own)).start();
    } catch (OutOfMemoryError e) {
      waiting.decrementAndGet();
      if (running.decrementAndGet() == 0) {
        throw e;
      }
      // Those that there are go on; whoever asked for one more has a request to serve.
      LOG.error("No more threads for requests: memory for them, or their number, is used up", e);
    }
  }

  private void run(Buffers own) {
    Worker worker = new Worker(this, new Call(shared, own, () -> agreement));
    workers.add(worker);
    try {
      serve(worker, own);
    } finally {
      workers.remove(worker);
      buffers.give(own);
      if (running.decrementAndGet() == 0) {
        end();
      }
    }
  }

  private void end() {
    shared.delayedAnswers().close();
    shared.interruptions().close();
    shared.device().close();
    try {
      shared.repeated().close();
      shared.fileSystem().unmounted();
    } finally {
      ended.countDown();
    }
  }

  private void serve(Worker worker, Buffers own) {
    FuseDevice device = shared.device();
    while (true) {
      int received = device.receive(own.requestAddress, own.request.capacity());
      if (received == -Errno.ENODEV || received == -Errno.ECONNABORTED) {
        waiting.decrementAndGet();
        return;
      }
      if (received < 0) {
        // A request that was taken back, or a signal.
        if (received != -Errno.ENOENT && received != -Errno.EINTR && received != -Errno.EAGAIN) {
          LOG.error("Reading from /dev/fuse failed with errno {}; the mount ends", -received);
          waiting.decrementAndGet();
          return;
        }
        continue;
      }
      if (waiting.decrementAndGet() == 0) {
        startThread();
      }
      worker.serve(received);
      if (waiting.incrementAndGet() > MOST_WAITING * shared.settings().threads()) {
        waiting.decrementAndGet();
        return;
      }
    }
  }

  /** Agrees with the kernel on a version and on what both can do. */
  void greet(Request request, Reply reply) {
    Greeting greeting =
        new Greeting(
            shared.settings(),
            shared.fileSystem().keepsLinks(),
            shared.fileSystem().isCheckedByKernel());
    Greeting.Agreement agreed = Greeting.agree(request);
    agreement = agreed;
    greeting.answer(agreed, request, reply);
  }

  /** The minor version of the protocol; 0 until the kernel has said what it speaks. */
  int minor() {
    return agreement.minor();
  }

  /** Notes that the caller of a request got a signal; false if nobody serves such a request. */
  boolean interrupt(long unique) {
    RequestAtHand found = find(unique);
    return found != null && found.interrupt(unique, shared.interruptions());
  }

  /**
   * A request that is being served, or null. It moves from workers to those that wait for abandoned
   * ones, and on to those that wait for the kernel, where it is before it is gone from elsewhere.
   */
  private @Nullable RequestAtHand find(long unique) {
    for (Worker worker : workers) {
      if (worker.atHand().is(unique)) {
        return worker.atHand();
      }
    }
    RequestAtHand found = shared.abandoned().find(unique);
    return found == null ? shared.delayedAnswers().find(unique) : found;
  }

  @Override
  public void awaitEnd() throws InterruptedException {
    ended.await();
  }

  @Override
  public boolean awaitEnd(long nanos) throws InterruptedException {
    return ended.await(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public boolean hasEnded() {
    return ended.getCount() == 0;
  }

  @Override
  public int threadCount() {
    return running.get();
  }
}
