package io.gigafs.fuse.binding;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * Look-ups that failed with EIO a moment ago. Safe for use by several threads.
 *
 * <p>The kernel looks a name that it keeps up to see whether it is still right, and if that fails,
 * for any reason, looks it up once more for the same system call. With servers down each would wait
 * for all of the time that a call may take.
 */
final class FailedLookups {
  private static final long REPEATED_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int MAX_THREADS = 1_024;

  private record Failed(long directory, byte[] name, long nanos) {}

  /** By the thread's number. */
  private final ConcurrentMap<Integer, Failed> last = new ConcurrentHashMap<>(0);

  void note(int thread, long directory, byte[] name) {
    if (thread == 0) {
      return; // threads of other process namespaces cannot be told apart
    }
    if (last.size() >= MAX_THREADS) {
      last.clear(); // some look-ups are repeated in vain
    }
    last.put(thread, new Failed(directory, name, System.nanoTime()));
  }

  /** Whether a look-up by a thread repeats its last one, which has just failed; true once. */
  boolean isRepeated(int thread, long directory, byte[] name) {
    if (last.isEmpty()) {
      return false;
    }
    Failed failed = last.remove(thread);
    return failed != null
        && failed.directory == directory
        && Arrays.equals(failed.name, name)
        && System.nanoTime() - failed.nanos < REPEATED_WITHIN_NANOS;
  }
}
