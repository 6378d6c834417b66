package io.gigafs.client.session;

import io.gigafs.client.request.ClientOperation;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A session of this client with the cluster, in which it has files open. Safe for use by several
 * threads.
 *
 * <p>Invariant: it is alive for as long as its lease, less a margin, counted from the sending of
 * the last answered renewal. An expired session never becomes alive again, because servers may have
 * granted its locks and open state to others.
 */
public final class Session {
  private final long id;
  private final AtomicLong handles = new AtomicLong();
  private final AtomicInteger uses = new AtomicInteger();
  private volatile long endNanos;
  private volatile boolean over;
  private volatile String renewalFailure = "";

  Session(long id) {
    this.id = id;
  }

  public long id() {
    return id;
  }

  /** A handle number that is unique in the session. */
  public long nextHandle() {
    return handles.incrementAndGet();
  }

  /** Counts a file that is open, or about to be. */
  void use() {
    uses.incrementAndGet();
  }

  /** Reverts a {@link #use}. */
  public void release() {
    uses.decrementAndGet();
  }

  boolean isUsed() {
    return uses.get() > 0;
  }

  /** Starts the session when the first renewal is answered. */
  void begin(long newEndNanos) {
    endNanos = newEndNanos;
  }

  /** Extends the session; false if it had expired before. */
  boolean prolong(long newEndNanos, long nowNanos) {
    if (!isAlive(nowNanos)) {
      return false;
    }
    endNanos = newEndNanos;
    return true;
  }

  /** Records why a renewal failed, for the error of an expired session. */
  void failed(String why) {
    renewalFailure = why;
  }

  public boolean isAlive(long nowNanos) {
    if (!over && nowNanos - endNanos >= 0) {
      over = true;
    }
    return !over;
  }

  /** The error of a handle whose session has expired. */
  public GigaException overFailure(ClientOperation<?> operation) {
    String why = renewalFailure.isEmpty() ? "" : ": " + renewalFailure;
    return operation.failure(
        ErrorCode.EIO,
        "the session is over, as no server renewed it in time"
            + why
            + "; others may hold its locks by now: open the file again");
  }
}
