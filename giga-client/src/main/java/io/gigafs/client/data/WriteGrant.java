package io.gigafs.client.data;

import io.gigafs.protocol.GrantResult;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Up to where a handle may write to the object of its file, as a quota may count what it writes.
 * Safe for use by several threads.
 *
 * <p>What a server said holds for a while only: somebody may set a quota, or cut the file.
 */
final class WriteGrant {
  /** For so long what a server said is relied on. */
  static final long VALID_NANOS = TimeUnit.SECONDS.toNanos(10);

  private volatile Granted granted;

  /** Up to where was written while no quota counted. */
  private final AtomicLong written = new AtomicLong();

  /** Up to where space stays set aside, whatever is written; 0 for nowhere. */
  private volatile long aside;

  private record Granted(long end, long untilNanos) {}

  WriteGrant(boolean counted, long askedNanos) {
    granted = of(counted, askedNanos);
  }

  private static Granted of(boolean counted, long askedNanos) {
    return new Granted(counted ? 0 : GrantResult.NO_QUOTA, askedNanos + VALID_NANOS);
  }

  /** Whether a write that ends there needs no grant. */
  boolean allows(long end, long nowNanos) {
    Granted now = granted;
    return end <= now.end && nowNanos - now.untilNanos < 0;
  }

  /** A server said up to where the handle may write, asked at a time. */
  void granted(long end, long askedNanos) {
    granted = new Granted(end, askedNanos + VALID_NANOS);
    if (end != GrantResult.NO_QUOTA) {
      written.set(0);
    }
  }

  /** A server said whether a quota counts, asked at a time. */
  void counted(boolean counted, long askedNanos) {
    granted = of(counted, askedNanos);
  }

  /** What is set aside up to there is to stay so for as long as the handle is open. */
  void setAside(long end) {
    if (granted.end != GrantResult.NO_QUOTA) {
      aside = Math.max(aside, end);
    }
  }

  /** Up to where to ask for, of a write that ends there. */
  long wanted(long end) {
    return Math.max(end, aside);
  }

  /** Gives up what a quota counts. */
  void giveUp() {
    aside = 0;
    Granted now = granted;
    if (now.end != GrantResult.NO_QUOTA) {
      granted = new Granted(0, now.untilNanos);
    }
  }

  /** The handle is about to write up to there. */
  void writing(long end) {
    if (end > written.get() && granted.end == GrantResult.NO_QUOTA) {
      written.accumulateAndGet(end, Math::max);
    }
  }

  /** Up to where the handle has written while no quota counted. */
  long written() {
    return written.get();
  }
}
