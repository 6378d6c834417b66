package io.gigafs.client.data;

import io.gigafs.protocol.quota.GrantRequest.GrantResult;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A handle's quota grant: up to where it may write to its file's object. Safe for use by several
 * threads.
 *
 * <p>A grant expires after a while, because a quota may be set or the file truncated.
 */
final class WriteGrant {
  /** How long a server's answer is relied on. */
  static final long VALID_NANOS = TimeUnit.SECONDS.toNanos(10);

  private volatile Granted granted;

  /** Up to where the handle wrote while no quota counted. */
  private final AtomicLong written = new AtomicLong();

  /** Up to where quota stays reserved, whatever is written; 0 for nothing. */
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

  /** A server granted writes up to an offset; the request was sent at the given time. */
  void granted(long end, long askedNanos) {
    granted = new Granted(end, askedNanos + VALID_NANOS);
    if (end != GrantResult.NO_QUOTA) {
      written.set(0);
    }
  }

  /** A server said whether a quota counts; the request was sent at the given time. */
  void counted(boolean counted, long askedNanos) {
    granted = of(counted, askedNanos);
  }

  /** Keeps the quota up to the offset reserved for as long as the handle is open. */
  void setAside(long end) {
    if (granted.end != GrantResult.NO_QUOTA) {
      aside = Math.max(aside, end);
    }
  }

  /** The offset to request for a write that ends at the given one. */
  long wanted(long end) {
    return Math.max(end, aside);
  }

  /** Gives up the grant of a quota. */
  void giveUp() {
    aside = 0;
    Granted now = granted;
    if (now.end != GrantResult.NO_QUOTA) {
      granted = new Granted(0, now.untilNanos);
    }
  }

  /** The handle is about to write up to the given offset. */
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
