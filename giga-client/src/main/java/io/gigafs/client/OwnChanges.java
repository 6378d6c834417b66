package io.gigafs.client;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * When this client last changed what, so that whoever learned something tells whether that is still
 * so as far as the client itself goes. Safe for use by several threads.
 *
 * <p>Moments are numbers that grow. Changes are kept per stripe of what is changed, so that some of
 * what is learned is not kept without need.
 *
 * @param <K> what is changed
 */
final class OwnChanges<K> {
  /** Of what is not to be kept at all. */
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
   * @param moments gives all moments; others may use it too
   */
  OwnChanges(AtomicLong moments) {
    this.moments = moments;
  }

  /**
   * Before something is changed.
   *
   * @param forget forgets what was kept of it
   * @return what {@link #end} takes
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
   * After the change, whatever became of it.
   *
   * @return the moment at which things are as the change left them; {@link #NEVER} if another
   *     change may have come before or after it
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
   * Keeps what was learned at a moment, or from a request that was sent at it, unless there was a
   * change since, or is one under way.
   */
  void keep(K what, long moment, Runnable keep) {
    Stripe stripe = stripe(what);
    synchronized (stripe) {
      if (stripe.underWay == 0 && stripe.ended <= moment) {
        keep.run();
      }
    }
  }

  private Stripe stripe(K what) {
    int hash = what.hashCode();
    return stripes[(hash ^ hash >>> 16) & (STRIPES - 1)];
  }
}
