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
 * Waits for the client's operations and maps their failures to error numbers. A program only gets a
 * number, so the details are logged. Safe for use by several threads.
 */
final class ErrnoMapper {
  private static final Logger LOG = LoggerFactory.getLogger(ErrnoMapper.class);

  /** Further failures within a period are only counted. */
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
  ErrnoMapper(LongSupplier nanos) {
    this.nanos = nanos;
    this.periodNanos = nanos.getAsLong();
  }

  /** The work of a system call. */
  @FunctionalInterface
  interface Work {
    /** The call's result. */
    int run() throws GigaException;
  }

  /** The result of a system call: that of the work, or the error number of its failure. */
  int result(Work work) {
    try {
      return work.run();
    } catch (GigaException e) {
      return errno(e);
    } catch (PathException e) {
      return errno(e.asFailure());
    }
  }

  /**
   * The error number of a failure. Timeouts become EIO, since programs handle EIO but do not expect
   * to wait in vain.
   */
  int errno(GigaException failure) {
    return switch (failure.code()) {
      case EIO, ETIMEDOUT, EPROTO -> {
        log(failure);
        yield -Errno.EIO;
      }
      default -> -failure.code().number();
    };
  }

  /** The number of calls that failed as on a broken disk. */
  long count() {
    return failures.get();
  }

  /** Logs a failure that no system call can return. */
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

  /** Waits for the result of a future, which has its own deadline. */
  static <T> T await(CompletableFuture<T> future) throws GigaException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException e) {
          // This call is not interruptible; the interrupt is restored for later code.
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
