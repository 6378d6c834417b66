package io.gigafs.fuse.binding;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Look-ups that failed with EIO a moment ago. Safe for use by several threads.
 *
 * <p>The kernel looks a name that it keeps up to see whether it is still right, and if that fails,
 * for any reason, looks it up once more for the same system call. Of several programs that look a
 * name up, it has the others wait for the first, and each ask anew if that fails. With servers down
 * each of these look-ups would wait for all of the time that a call may take.
 */
public final class FailedLookups {
  private static final long REPEATED_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Programs that ask right after a look-up that took so long have waited for it. */
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

  /** The time at which a look-up begins, to be given back if it fails. */
  public long now() {
    return nanos.getAsLong();
  }

  /**
   * A look-up failed.
   *
   * @param thread that made the system call; 0 if it is of another process namespace, whose threads
   *     cannot be told apart
   * @param beganNanos {@link #now} when it began
   */
  public void note(int thread, long directory, byte[] name, long beganNanos) {
    if (last.size() >= MAX_NAMES) {
      last.clear(); // some look-ups are repeated in vain
    }
    long now = now();
    boolean tookLong = now - beganNanos >= LONG_NANOS;
    last.put(new Name(directory, ByteBuffer.wrap(name)), new Failed(thread, now, tookLong));
  }

  /** Whether a look-up repeats one that has just failed. */
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
