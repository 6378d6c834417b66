package io.gigafs.client.lease;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * When this client last changed what, to decide whether something learned is still valid with
 * respect to the client's own changes. Safe for use by several threads.
 *
 * <p>Moments are increasing numbers. Changes are recorded per stripe of keys, so some results are
 * not cached although they could be.
 *
 * @param <K> what is changed
 */
final class OwnChanges<K> {
  /** Moment of what must not be cached at all. */
  static final long NEVER = -1;

  private static final int STRIPES = 1024;

  private final AtomicLong moments;
  private final Stripe[] stripes =
      Stream.generate(Stripe::new).limit(STRIPES).toArray(Stripe[]::new);

  /** Guarded by itself. */
  private static final class Stripe {
    private int underWay;
    private long begun;
    private long ended;
  }

  /**
   * No changes so far.
   *
   * @param moments the counter of moments; may be shared
   */
  OwnChanges(AtomicLong moments) {
    this.moments = moments;
  }

  /** A change that has ended when this returns. */
  void changed(K what, Runnable forget) {
    end(what, begin(what, forget));
  }

  /**
   * Called before a change.
   *
   * @param forget invalidates the cached value
   * @return to be passed to {@link #end}
   */
  long begin(K what, Runnable forget) {
    Stripe stripe = stripe(what);
    synchronized (stripe) {
      stripe.underWay++;
      stripe.begun = moments.incrementAndGet();
      forget.run();
      return stripe.begun;
    }
  }

  /**
   * Called after the change, with any outcome.
   *
   * @return the moment of the state after the change; {@link #NEVER} if another change may have
   *     overlapped
   */
  long end(K what, long begunAt) {
    Stripe stripe = stripe(what);
    synchronized (stripe) {
      stripe.underWay--;
      boolean isAlone = stripe.underWay == 0 && stripe.begun == begunAt && stripe.ended < begunAt;
      stripe.ended = moments.incrementAndGet();
      return isAlone ? stripe.ended : NEVER;
    }
  }

  /**
   * Caches a value that was learned at a moment, or by a request sent at it, unless a change has
   * happened since or is in flight.
   */
  <V> void keep(K what, V value, long moment, BiConsumer<K, V> keep) {
    Stripe stripe = stripe(what);
    synchronized (stripe) {
      if (stripe.underWay == 0 && stripe.ended <= moment) {
        keep.accept(what, value);
      }
    }
  }

  private Stripe stripe(K what) {
    int hash = what.hashCode();
    return stripes[(hash ^ hash >>> 16) & (STRIPES - 1)];
  }
}
