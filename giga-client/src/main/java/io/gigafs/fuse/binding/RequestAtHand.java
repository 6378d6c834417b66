package io.gigafs.fuse.binding;

import org.jspecify.annotations.Nullable;

/**
 * The request that is being served, one at a time, as others see it: a signal for its caller may
 * come at any moment. Safe for use by several threads; one thread begins and ends requests.
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
   * @param abandoned counts the request once its caller does not wait any more; null if what must
   *     be served after it waits for it all the same
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

  /** The request was answered, and nothing is done for it any more. */
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

  /** Has another thread go on with the request, which others see there as well by now. */
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
   * Ends a wait for a lock, if the request is this one and waits for one, and has its caller's
   * signals be looked at.
   *
   * @return whether it is this one
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

  /** Begins a wait that a signal ends; false if a signal has come already. */
  synchronized boolean beginWait() {
    if (isInterrupted) {
      return false;
    }
    waiter = Thread.currentThread();
    return true;
  }

  synchronized void endWait() {
    waiter = null;
    // Of a signal that came too late.
    Thread.interrupted();
  }

  /**
   * Notes that the caller does not wait any more, before it is answered.
   *
   * @return whether it may be answered: the request is this one, and not too many are abandoned
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
