package io.gigafs.client.request;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers the client's mutations and tracks which of them are finished. Safe for use by several
 * threads; the lock is held for a few instructions at a time.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Numbers are 1, 2, ... and each is assigned once.
 *   <li>All numbers up to {@link #confirmed} are finished, the next one is not.
 *   <li>At most {@link #SPAN} numbers are assigned beyond the confirmed one; further mutations wait
 *       in FIFO order. The mutation that delays the others ends by its deadline, which is before
 *       theirs.
 * </ol>
 */
public final class SequenceTracker {
  private static final Logger LOG = LoggerFactory.getLogger(SequenceTracker.class);

  /** How far numbers may run ahead of the confirmed one. */
  static final int SPAN = 1 << 18;

  private static final int WORD_BITS = 64;

  /** Bit n % SPAN: number n is finished, but one before it is not. Guarded by this. */
  private final long[] finished = new long[SPAN / WORD_BITS];

  /** Guarded by this. */
  private final Queue<Waiter> waiting = new ArrayDeque<>();

  /** Guarded by this. */
  private long next = 1;

  /** Whether a thread is assigning numbers to waiters. Guarded by this. */
  private boolean draining;

  private volatile long confirmed;

  /** Receives numbers. */
  public interface Numbered {
    /** Receives the first of the consecutive numbers. */
    void numbered(long first);
  }

  private record Waiter(int count, Numbered numbered) {}

  /** Assigns consecutive numbers (at most {@link #SPAN}), at once or later. */
  public void begin(int count, Numbered numbered) {
    long first;
    synchronized (this) {
      if (!waiting.isEmpty() || !fits(count)) {
        waiting.add(new Waiter(count, numbered));
        return;
      }
      first = take(count);
    }
    numbered.numbered(first);
  }

  /** Marks mutations as finished: answered or abandoned, and never sent again. */
  public void finish(long first, int count) {
    synchronized (this) {
      for (long number = first; number < first + count; number++) {
        flip(number);
      }
      long reached = confirmed;
      while (reached + 1 < next && isFinished(reached + 1)) {
        reached++;
        flip(reached);
      }
      confirmed = reached;
      if (draining || waiting.isEmpty()) {
        return;
      }
      draining = true;
    }
    drain();
  }

  /** The number up to which all are finished. */
  public long confirmed() {
    return confirmed;
  }

  private void drain() {
    while (true) {
      Numbered numbered;
      long first;
      synchronized (this) {
        @Nullable Waiter waiter = waiting.peek();
        if (waiter == null || !fits(waiter.count)) {
          draining = false;
          return;
        }
        waiting.remove();
        numbered = waiter.numbered;
        first = take(waiter.count);
      }
      try {
        numbered.numbered(first);
      } catch (RuntimeException | Error e) { // the others wait for their numbers
        LOG.error("a mutation failed before its first request and stays unconfirmed", e);
      }
    }
  }

  private boolean fits(int count) {
    return next + count - 1 - confirmed <= SPAN;
  }

  private long take(int count) {
    long first = next;
    next += count;
    return first;
  }

  private boolean isFinished(long number) {
    return (finished[word(number)] >>> number & 1) != 0;
  }

  private void flip(long number) {
    finished[word(number)] ^= 1L << number;
  }

  private static int word(long number) {
    return (int) (number & (SPAN - 1)) / WORD_BITS;
  }
}
