package io.gigafs.fuse.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The request that a thread is serving, as seen by other threads: a signal for its caller may
 * arrive at any time. Safe for use by several threads; one thread begins and ends requests.
 */
final class RequestAtHand {
  private final @Nullable AbandonedRequests abandoned;

  /** 0 for none; written under the lock. */
  private volatile long unique;

  // Guarded by this.
  private int opcode;
  private int thread;
  private long node;
  private boolean isAbandoned;
  private boolean isInterrupted;
  private @Nullable Thread waiter;

  /**
   * @param abandoned counts the request once its caller no longer waits; null if requests that must
   *     follow it wait for it anyway
   */
  RequestAtHand(@Nullable AbandonedRequests abandoned) {
    this.abandoned = abandoned;
  }

  synchronized void begin(long newUnique, int newOpcode, int newThread, long newNode) {
    opcode = newOpcode;
    thread = newThread;
    node = newNode;
    isInterrupted = false;
    unique = newUnique;
  }

  /** The request was answered, and its work is done. */
  void end() {
    boolean was;
    long ofNode;
    synchronized (this) {
      unique = 0;
      was = isAbandoned;
      isAbandoned = false;
      ofNode = node;
    }
    if (was && abandoned != null) {
      abandoned.end(ofNode);
    }
  }

  /** Hands the request to another thread, where others can already find it. */
  void moveTo(RequestAtHand other) {
    synchronized (this) {
      synchronized (other) {
        unique = 0;
        other.isAbandoned |= isAbandoned;
        isAbandoned = false;
      }
    }
  }

  /** The same request, to be served elsewhere. */
  synchronized RequestAtHand copy(@Nullable AbandonedRequests of) {
    RequestAtHand copy = new RequestAtHand(of);
    copy.begin(unique, opcode, thread, node);
    return copy;
  }

  boolean is(long other) {
    return unique == other;
  }

  long unique() {
    return unique;
  }

  synchronized long node() {
    return node;
  }

  /**
   * Interrupts a wait for a lock, if this is the given request and it waits for one, and starts to
   * check its caller's signals.
   *
   * @return whether this is the request
   */
  boolean interrupt(long other, Interruptions interruptions) {
    int ofOpcode;
    int ofThread;
    synchronized (this) {
      if (unique != other) {
        return false;
      }
      isInterrupted = true;
      if (waiter != null) {
        waiter.interrupt();
      }
      ofOpcode = opcode;
      ofThread = thread;
    }
    interruptions.add(other, ofOpcode, ofThread);
    return true;
  }

  /** Begins a wait that a signal interrupts; false if a signal has arrived already. */
  synchronized boolean beginWait() {
    if (isInterrupted) {
      return false;
    }
    waiter = Thread.currentThread();
    return true;
  }

  synchronized void endWait() {
    waiter = null;
    // Clears an interrupt by a signal that came too late.
    Thread.interrupted();
  }

  /**
   * Records that the caller no longer waits, before it is answered.
   *
   * @return whether it may be answered: this is the request, and not too many are abandoned
   */
  synchronized boolean abandon(long other) {
    if (unique != other) {
      return false;
    }
    if (abandoned != null && !isAbandoned) {
      isAbandoned = abandoned.tryBegin(node);
      return isAbandoned;
    }
    return true;
  }
}
