package io.gigafs.rpc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory that many share: who wants some claims it, and waits while it is all in use, first come
 * first served. Safe for use by several threads.
 *
 * <p>Never is more in use than the limit, but for a single claim that alone exceeds it.
 */
public final class MemoryBudget {
  private final long limitBytes;

  /** Guarded by this. */
  private final Deque<Claim> waiting = new ArrayDeque<>();

  /** Guarded by this. */
  private long usedBytes;

  /** Guarded by this. */
  private long mostBytes;

  public MemoryBudget(long limitBytes) {
    Settings.atLeast(1, limitBytes, "data-memory");
    this.limitBytes = limitBytes;
  }

  public long limitBytes() {
    return limitBytes;
  }

  /** How much is in use. */
  public synchronized long usedBytes() {
    return usedBytes;
  }

  /** The most that was ever in use. */
  public synchronized long mostBytes() {
    return mostBytes;
  }

  /** How many wait. */
  public synchronized int waiting() {
    return waiting.size();
  }

  /**
   * Claims memory, to be given back by {@link Claim#close}.
   *
   * @param whenGranted run if it is not granted at once, when it is, by whoever gave memory back
   */
  public Claim claim(long bytes, Runnable whenGranted) {
    Claim claim = new Claim(bytes, whenGranted);
    synchronized (this) {
      if (waiting.isEmpty() && fits(claim)) {
        grant(claim);
      } else {
        waiting.add(claim);
      }
    }
    return claim;
  }

  /** Claims memory only if there is some at once; null if not. */
  public synchronized @Nullable Claim tryClaim(long bytes) {
    Claim claim = new Claim(bytes, () -> {});
    if (!waiting.isEmpty() || !fits(claim)) {
      return null;
    }
    grant(claim);
    return claim;
  }

  private boolean fits(Claim claim) {
    return usedBytes == 0 || usedBytes + claim.bytes <= limitBytes;
  }

  private void grant(Claim claim) {
    claim.state = State.GRANTED;
    usedBytes += claim.bytes;
    mostBytes = Math.max(mostBytes, usedBytes);
  }

  private void close(Claim claim) {
    List<Claim> granted = new ArrayList<>();
    synchronized (this) {
      State old = claim.state;
      claim.state = State.CLOSED;
      if (old == State.WAITING) {
        waiting.remove(claim);
      } else if (old == State.GRANTED) {
        usedBytes -= claim.bytes;
      }
      for (Claim next = waiting.peek(); next != null && fits(next); next = waiting.peek()) {
        waiting.remove();
        grant(next);
        granted.add(next);
      }
    }
    granted.forEach(each -> each.whenGranted.run());
  }

  private enum State {
    WAITING,
    GRANTED,
    CLOSED
  }

  /** A part of the memory, or the wish for it. */
  public final class Claim implements AutoCloseable {
    private final long bytes;
    private final Runnable whenGranted;

    /** Guarded by the budget. */
    private State state = State.WAITING;

    private Claim(long bytes, Runnable whenGranted) {
      this.bytes = bytes;
      this.whenGranted = whenGranted;
    }

    public long bytes() {
      return bytes;
    }

    public boolean isGranted() {
      synchronized (MemoryBudget.this) {
        return state == State.GRANTED;
      }
    }

    /** Gives the memory back, or the wish up; doing it again does nothing. */
    @Override
    public void close() {
      MemoryBudget.this.close(this);
    }
  }
}
