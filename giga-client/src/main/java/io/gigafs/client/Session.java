package io.gigafs.client;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A session of this client with the cluster, in which it has files open. Safe for use by several
 * threads.
 *
 * <p>Invariant: it lives for as long as its lease, counted from when the last renewal that was
 * answered was sent, and shortened by a margin; once that has passed it never lives again, as
 * servers may have given to others what it held.
 */
final class Session {
  private final long id;
  private final AtomicLong handles = new AtomicLong();
  private final AtomicInteger uses = new AtomicInteger();
  private volatile long endNanos;
  private volatile boolean over;
  private volatile String trouble = "";

  Session(long id) {
    this.id = id;
  }

  long id() {
    return id;
  }

  /** A number that no other handle of the session has. */
  long nextHandle() {
    return handles.incrementAndGet();
  }

  /** Notes that a file is open, or about to be. */
  void use() {
    uses.incrementAndGet();
  }

  /** Takes a {@link #use} back. */
  void release() {
    uses.decrementAndGet();
  }

  boolean isUsed() {
    return uses.get() > 0;
  }

  /** Begins, as the first renewal is answered. */
  void begin(long newEndNanos) {
    endNanos = newEndNanos;
  }

  /** Prolongs the session; false if it was over before. */
  boolean prolong(long newEndNanos, long nowNanos) {
    if (!isAlive(nowNanos)) {
      return false;
    }
    endNanos = newEndNanos;
    return true;
  }

  /** Notes why a renewal failed, for those who find the session over. */
  void failed(String why) {
    trouble = why;
  }

  boolean isAlive(long nowNanos) {
    if (!over && nowNanos - endNanos >= 0) {
      over = true;
    }
    return !over;
  }

  /** What a handle of a session that is over fails with. */
  GigaException overFailure(Operation<?> operation) {
    String why = trouble.isEmpty() ? "" : ": " + trouble;
    return operation.failure(
        ErrorCode.EIO,
        "the session is over, as no server renewed it in time"
            + why
            + "; what was open or locked may be another's by now: open the file again");
  }
}
