package io.gigafs.fuse.kernel;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lookups that have just failed with EIO. Safe for use by several threads.
 *
 * <p>The kernel revalidates a cached name by a lookup. If that fails, for any reason, it looks the
 * name up once more for the same system call. If several programs look a name up, it makes the
 * others wait for the first, and each repeats the lookup if that fails. While servers are down,
 * each of these lookups would take the full timeout of a call.
 */
public final class FailedLookups {
  private static final long REPEATED_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A lookup of at least this duration was waited for by the programs that ask right after it. */
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final int MAX_NAMES = 1_024;

  private record Name(long directory, ByteBuffer bytes) {}

  private record Failed(int thread, long nanos, boolean tookLong) {}

  private final LongSupplier nanos;
  private final ConcurrentMap<Name, Failed> last = new ConcurrentHashMap<>(0);

  /**
   * @param nanos the monotonic clock
   */
  public FailedLookups(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** The time at which a lookup begins, to be passed to {@link #note} if it fails. */
  public long now() {
    return nanos.getAsLong();
  }

  /**
   * Records a failed lookup.
   *
   * @param thread that made the system call; 0 for one of another process namespace, whose threads
   *     cannot be distinguished
   * @param beganNanos {@link #now} when it began
   */
  public void note(int thread, long directory, byte[] name, long beganNanos) {
    if (last.size() >= MAX_NAMES) {
      last.clear(); // some failing lookups will be repeated
    }
    long now = now();
    boolean tookLong = now - beganNanos >= LONG_NANOS;
    last.put(new Name(directory, ByteBuffer.wrap(name)), new Failed(thread, now, tookLong));
  }

  /** Whether a lookup repeats one that has just failed. */
  public boolean isRepeated(int thread, long directory, byte[] name) {
    if (last.isEmpty()) {
      return false;
    }
    Name repeated = new Name(directory, ByteBuffer.wrap(name));
    Failed failed = last.get(repeated);
    if (failed == null) {
      return false;
    }
    boolean isRecent = now() - failed.nanos < REPEATED_WITHIN_NANOS;
    if (!isRecent || !failed.tookLong) {
      last.remove(repeated, failed);
    }
    return isRecent && (failed.tookLong || (thread != 0 && thread == failed.thread));
  }
}
