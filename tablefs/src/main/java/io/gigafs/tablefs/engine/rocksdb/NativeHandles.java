package io.gigafs.tablefs.engine.rocksdb;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The native objects of one engine.
 *
 * <p>Thread-safe. Invariants:
 *
 * <ol>
 *   <li>{@link #close} closes the objects that the engine owns, in reverse order.
 *   <li>A borrower closes the object lent to it (a cursor, a snapshot). {@link #lent} lists those
 *       that are still open.
 *   <li>{@link #open} counts both kinds over all engines of the process, so that a test can detect
 *       a leak.
 * </ol>
 */
public final class NativeHandles {
  private static final AtomicLong OPEN = new AtomicLong();

  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private final Map<AutoCloseable, String> lent = new ConcurrentHashMap<>();

  NativeHandles() {}

  /** Number of open native objects of this process. */
  public static long open() {
    return OPEN.get();
  }

  synchronized <T extends AutoCloseable> T own(T object) {
    owned.push(object);
    OPEN.incrementAndGet();
    return object;
  }

  <T extends AutoCloseable> T lend(T object, String description) {
    lent.put(object, description);
    OPEN.incrementAndGet();
    return object;
  }

  /** Records that the borrower closes a lent object. Returns false if it was closed before. */
  boolean giveBack(AutoCloseable object) {
    if (lent.remove(object) == null) {
      return false;
    }
    OPEN.decrementAndGet();
    return true;
  }

  /** Descriptions of all lent objects that are still open; empty if there are none. */
  String lent() {
    return String.join(", ", lent.values());
  }

  /** Closes the objects that the engine owns. */
  synchronized void close() {
    while (!owned.isEmpty()) {
      close(owned.pop());
    }
  }

  private static void close(AutoCloseable object) {
    OPEN.decrementAndGet();
    try {
      object.close();
    } catch (Exception e) {
      throw new IllegalStateException("cannot close " + object, e);
    }
  }
}
