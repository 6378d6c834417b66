package io.gigafs.fuse.binding;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * Look-ups that failed with EIO a moment ago. Safe for use by several threads.
 *
 * <p>The kernel looks a name that it keeps up to see whether it is still right, and if that fails,
 * for any reason, looks it up once more for the same system call. Of several programs that look a
 * name up, it has the others wait for the first, and each ask anew if that fails. With servers down
 * each of these look-ups would wait for all of the time that a call may take.
 */
final class FailedLookups {
  private static final long REPEATED_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int MAX_NAMES = 1_024;

  private record Name(long directory, ByteBuffer bytes) {}

  /** When each failed, by the monotonic clock. */
  private final ConcurrentMap<Name, Long> failed = new ConcurrentHashMap<>(0);

  void note(long directory, byte[] name) {
    if (failed.size() >= MAX_NAMES) {
      failed.clear(); // some look-ups are repeated in vain
    }
    failed.put(new Name(directory, ByteBuffer.wrap(name)), System.nanoTime());
  }

  /** Whether a look-up repeats one that has just failed. */
  boolean isRepeated(long directory, byte[] name) {
    if (failed.isEmpty()) {
      return false;
    }
    Name repeated = new Name(directory, ByteBuffer.wrap(name));
    Long nanos = failed.get(repeated);
    if (nanos == null) {
      return false;
    }
    boolean isRecent = System.nanoTime() - nanos < REPEATED_WITHIN_NANOS;
    if (!isRecent) {
      failed.remove(repeated, nanos);
    }
    return isRecent;
  }
}
