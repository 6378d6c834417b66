package io.gigafs.fuse.kernel;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates and names the threads of a mount. They keep the process alive while it is mounted. */
public final class SessionThreads implements ThreadFactory {
  private final AtomicInteger count = new AtomicInteger();

  @Override
  public Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "giga-fuse-" + count.incrementAndGet());
    thread.setDaemon(false);
    return thread;
  }
}
