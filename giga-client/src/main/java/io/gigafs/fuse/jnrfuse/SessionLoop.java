package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.binding.ServingSession;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that serve a mount by libfuse. Safe for use by several threads.
 *
 * <p>libfuse's own loop makes threads of C, each of which Java has to attach for a callback. Here
 * threads of Java receive requests and have libfuse process them, so that its callbacks come on the
 * same thread. A set number of them stays for good. When the last one that waits takes a request
 * another starts, up to a set number too; when twice as many wait as are to stay, a thread ends.
 */
final class SessionLoop implements ServingSession {
  private static final Logger LOG = LoggerFactory.getLogger(SessionLoop.class);

  /** So many times the set number may wait, lest threads start and end all the time. */
  private static final int MAX_WAITING = 2;

  private final FuseLibrary.Functions libfuse;
  private final Pointer session;
  private final Pointer channel;
  private final Operations operations;
  private final MountSettings settings;
  private final ThreadFactory threads;
  private final Runnable atEnd;
  private final int bufferBytes;
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final CountDownLatch ended = new CountDownLatch(1);

  /**
   * @param atEnd is run once, by the last thread
   */
  SessionLoop(
      FuseLibrary.Functions libfuse,
      Pointer session,
      Pointer channel,
      Operations operations,
      MountSettings settings,
      ThreadFactory threads,
      Runnable atEnd) {
    this.libfuse = libfuse;
    this.session = session;
    this.channel = channel;
    this.operations = operations;
    this.settings = settings;
    this.threads = threads;
    this.atEnd = atEnd;
    this.bufferBytes = (int) libfuse.fuse_chan_bufsize(channel);
  }

  void start() {
    for (int i = 0; i < settings.threads(); i++) {
      startThread();
    }
  }

  /** Counted before it runs, so that none is too many. */
  private void startThread() {
    if (running.incrementAndGet() > settings.maxThreads()) {
      running.decrementAndGet();
      return;
    }
    waiting.incrementAndGet();
    try {
      threads.newThread(this::run).start();
    } catch (OutOfMemoryError e) {
      waiting.decrementAndGet();
      if (running.decrementAndGet() == 0) {
        throw e;
      }
      LOG.error("No more threads for requests: memory for them, or their number, is used up", e);
    }
  }

  private void run() {
    try (ReplyPipe pipe = new ReplyPipe(libfuse, session, channel)) {
      serve(pipe);
    } catch (IOException e) {
      waiting.decrementAndGet();
      LOG.error("A thread that serves requests ends", e);
    } finally {
      if (running.decrementAndGet() == 0) {
        try {
          atEnd.run();
        } finally {
          ended.countDown();
        }
      }
    }
  }

  private void serve(ReplyPipe pipe) {
    Runtime runtime = Runtime.getSystemRuntime();
    Pointer buffer = Memory.allocateDirect(runtime, bufferBytes);
    Pointer at = Memory.allocateDirect(runtime, runtime.addressSize());
    ThreadCall call = operations.call();
    while (true) {
      at.putPointer(0, channel);
      int received = libfuse.fuse_chan_recv(at, buffer, bufferBytes);
      if (received == -Errno.EINTR || received == -Errno.EAGAIN) {
        continue;
      }
      if (received <= 0) {
        waiting.decrementAndGet();
        if (received < 0 && received != -Errno.ENODEV && received != -Errno.ECONNABORTED) {
          LOG.error("libfuse failed to receive with errno {}; the mount ends", -received);
        }
        return;
      }
      if (waiting.decrementAndGet() == 0) {
        startThread();
      }
      process(call, pipe, buffer, received);
      if (waiting.incrementAndGet() > MAX_WAITING * settings.threads()) {
        waiting.decrementAndGet();
        return;
      }
    }
  }

  private void process(ThreadCall call, ReplyPipe pipe, Pointer buffer, int received) {
    LockInterrupts interrupts = operations.interrupts();
    call.begin(buffer, received);
    long unique = call.header.unique();
    int opcode = call.header.opcode();
    if (opcode == RequestHeader.INTERRUPT) {
      interrupts.interrupt(call.header.interrupted());
    } else if (opcode == RequestHeader.SETLKW) {
      interrupts.begin(unique);
    }
    try {
      switch (opcode) {
        case RequestHeader.INIT ->
            pipe.process(
                buffer,
                received,
                InitExchange.amendment(
                    buffer, received, operations.fileSystem().isCheckedByKernel()));
        case RequestHeader.LOOKUP, RequestHeader.LINK ->
            pipe.process(buffer, received, ReplyPipe::amendEntry);
        case RequestHeader.GETATTR, RequestHeader.SETATTR ->
            pipe.process(buffer, received, ReplyPipe::amendAttributes);
        default -> libfuse.fuse_session_process(session, buffer, received, channel);
      }
    } finally {
      if (opcode == RequestHeader.SETLKW) {
        interrupts.end(unique);
      }
      call.end();
    }
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
