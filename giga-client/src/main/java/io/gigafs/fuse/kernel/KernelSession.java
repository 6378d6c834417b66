package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.Errno;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads that serve a mount by the kernel's protocol. Safe for use by several threads. */
public final class KernelSession extends ServingThreads {
  private static final Logger LOG = LoggerFactory.getLogger(KernelSession.class);

  private final KernelCall.Shared shared;
  private final Buffers.Pool buffers;
  private final Set<Worker> workers = ConcurrentHashMap.newKeySet();
  private volatile Greeting.Agreement agreement = Greeting.Agreement.NONE;

  public KernelSession(KernelCall.Shared shared, Buffers.Pool buffers, ThreadFactory threads) {
    super(shared.settings(), threads);
    this.shared = shared;
    this.buffers = buffers;
  }

  @Override
  public void start() {
    shared.interruptions().start(this::find);
    super.start();
  }

  @Override
  protected Runnable newWorker() {
    Buffers own = buffers.take();
    return () -> run(own);
  }

  private void run(Buffers own) {
    Worker worker = new Worker(this, new KernelCall(shared, own, () -> agreement));
    workers.add(worker);
    try {
      serve(worker, own);
    } finally {
      workers.remove(worker);
      buffers.give(own);
    }
  }

  @Override
  protected void end() {
    shared.delayedAnswers().close();
    shared.interruptions().close();
    shared.device().close();
    shared.repeated().close();
    shared.fileSystem().unmounted();
  }

  private void serve(Worker worker, Buffers own) {
    FuseDevice device = shared.device();
    while (true) {
      int received = device.receive(own.requestAddress, own.request.capacity());
      if (received == -Errno.ENODEV || received == -Errno.ECONNABORTED) {
        waitsNoMore();
        return;
      }
      if (received < 0) {
        // The request was withdrawn, or a signal arrived.
        if (received != -Errno.ENOENT && received != -Errno.EINTR && received != -Errno.EAGAIN) {
          LOG.error("Reading from /dev/fuse failed with errno {}; the mount ends", -received);
          waitsNoMore();
          return;
        }
        continue;
      }
      received();
      worker.serve(received);
      if (!waitsAgain()) {
        return;
      }
    }
  }

  /** Negotiates a protocol version and features with the kernel. */
  void greet(KernelRequest request, KernelReply reply) {
    Greeting greeting =
        new Greeting(
            shared.settings(),
            shared.fileSystem().keepsLinks(),
            shared.fileSystem().isCheckedByKernel());
    Greeting.Agreement agreed = Greeting.agree(request);
    agreement = agreed;
    greeting.answer(agreed, request, reply);
  }

  /** The minor version of the protocol; 0 until the kernel has sent its own. */
  public int minor() {
    return agreement.minor();
  }

  /** Handles a signal for the caller of a request; false if no such request is being served. */
  boolean interrupt(long unique) {
    RequestAtHand found = find(unique);
    return found != null && found.interrupt(unique, shared.interruptions());
  }

  /**
   * A request that is being served, or null. It moves from workers to those that wait for abandoned
   * ones, and on to those that wait for the kernel; it appears in the next place before it leaves
   * the former.
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
}
