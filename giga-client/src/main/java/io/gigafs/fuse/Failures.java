package io.gigafs.fuse;

import io.gigafs.client.Awaiting;
import io.gigafs.client.PathException;
import io.gigafs.fuse.binding.Errno;
import io.gigafs.protocol.GigaException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for what the client does, and tells the kernel how it ended: a program only gets a number,
 * so what it cannot say goes to the log. Safe for use by several threads.
 */
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  /** More that comes within a period is only counted. */
  private static final int MAX_LOGGED = 20;

  private static final long PERIOD_NANOS = 10_000_000_000L;

  private final AtomicLong failures = new AtomicLong();
  private final LongSupplier nanos;
  private long periodNanos;
  private int logged;
  private long dropped;

  /**
   * @param nanos the monotonic clock
   */
  Failures(LongSupplier nanos) {
    this.nanos = nanos;
    this.periodNanos = nanos.getAsLong();
  }

  /** Something that a system call does. */
  @FunctionalInterface
  interface Work {
    /** The call's result. */
    int run() throws GigaException;
  }

  /** The result of a system call: that of the work, or what it failed with. */
  int result(Work work) {
    try {
      return work.run();
    } catch (GigaException e) {
      return errno(e);
    } catch (PathException e) {
      return errno(e.asFailure());
    }
  }

  /** What a call returns that failed so. Programs know EIO, and none expects to wait in vain. */
  int errno(GigaException failure) {
    return switch (failure.code()) {
      case EIO, ETIMEDOUT, EPROTO -> {
        log(failure);
        yield -Errno.EIO;
      }
      default -> -failure.code().number();
    };
  }

  /** How many calls failed as they do on a broken disk. */
  long count() {
    return failures.get();
  }

  /** Says what went wrong where no call is there to fail. */
  void log(Throwable failure) {
    failures.incrementAndGet();
    long more;
    synchronized (this) {
      long now = nanos.getAsLong();
      if (now - periodNanos >= PERIOD_NANOS) {
        periodNanos = now;
        logged = 0;
      }
      if (logged == MAX_LOGGED) {
        dropped++;
        return;
      }
      logged++;
      more = dropped;
      dropped = 0;
    }
    if (more > 0) {
      LOG.warn("{} more failures were not logged", more);
    }
    LOG.warn("{}", failure.getMessage());
  }

  /** What a future comes to. It has a deadline by itself. */
  static <T> T await(CompletableFuture<T> future) throws GigaException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException e) {
          // Nobody may interrupt this call; whoever meant another finds it out later.
          interrupted = true;
        } catch (ExecutionException e) {
          throw Awaiting.causeOf(e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
