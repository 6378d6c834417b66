package io.gigafs.rpc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A memory limit that several parties share. A party claims memory and waits while the limit is
 * exhausted; claims are granted in FIFO order. Thread-safe.
 *
 * <p>Invariant: no more than the limit is in use, except for a single claim that alone exceeds it.
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
    SettingChecks.atLeast(1, limitBytes, "data-memory");
    this.limitBytes = limitBytes;
  }

  long limitBytes() {
    return limitBytes;
  }

  /** The number of bytes in use. */
  public synchronized long usedBytes() {
    return usedBytes;
  }

  /** The maximum number of bytes that was ever in use. */
  public synchronized long mostBytes() {
    return mostBytes;
  }

  /** The number of claims that wait. */
  public synchronized int waiting() {
    return waiting.size();
  }

  /**
   * Claims memory, to be returned by {@link Claim#close}.
   *
   * @param whenGranted run when the claim is granted, if not at once, by the thread that returned
   *     memory
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

  /** Claims memory only if it can be granted at once; otherwise returns null. */
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

  /** A granted or waiting claim. */
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

    /** Returns the memory, or withdraws a waiting claim. Idempotent. */
    @Override
    public void close() {
      MemoryBudget.this.close(this);
    }
  }
}
