package io.gigafs.tablefs.engine.rocksdb;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The native objects of one engine.
 *
 * <p>Invariants: 1. An object that the engine itself owns is closed by {@link #close}, the last one
 * first. 2. An object that is lent (a cursor, a snapshot) is closed by its borrower; {@link #lent}
 * says which ones are not yet. 3. {@link #open} counts both, over all engines of the process, so
 * that a test can see a leak. Safe for use by several threads.
 */
public final class NativeHandles {
  private static final AtomicLong OPEN = new AtomicLong();

  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private final Map<AutoCloseable, String> lent = new ConcurrentHashMap<>();

  NativeHandles() {}

  /** How many native objects are open in this process. */
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

  /** Takes note that the borrower closes a lent object; false if it did so before. */
  boolean giveBack(AutoCloseable object) {
    if (lent.remove(object) == null) {
      return false;
    }
    OPEN.decrementAndGet();
    return true;
  }

  /** What is lent and not given back, one description each; empty if there is nothing. */
  String lent() {
    return String.join(", ", lent.values());
  }

  /** Closes what the engine owns. */
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
