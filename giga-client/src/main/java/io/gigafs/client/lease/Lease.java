package io.gigafs.client.lease;

/**
 * What this client may use of a partition without a request, until it ends by the client's
 * monotonic clock. Safe for use by several threads.
 *
 * <table>
 *   <caption>Modes</caption>
 *   <tr><th>mode</th><th>of</th><th>granted by</th><th>extended by</th><th>ends early by</th></tr>
 *   <tr><td>READ</td><td>a directory's entry ({@link DirectoryCache})</td><td>a lookup</td>
 *       <td>nothing</td><td>a recall, an own change</td></tr>
 *   <tr><td>ATTRIBUTES</td><td>files of a partition ({@link AttributeCache})</td>
 *       <td>a lookup or create</td><td>any answer with the same change counter</td>
 *       <td>an answer that contradicts; for one file, an own change</td></tr>
 *   <tr><td>WRITE</td><td>a partition's names ({@link Delegation})</td><td>a request for it</td>
 *       <td>each batch of changes</td><td>a recall, a change with unknown outcome</td></tr>
 * </table>
 */
class Lease {
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long FIXED_MARGIN_NANOS = 10 * NANOS_PER_MILLI;
  private static final int MARGIN_DIVISOR = 20;

  private volatile long endNanos;

  Lease(long endNanos) {
    this.endNanos = endNanos;
  }

  /**
   * How long a granted lease may be used, from before it was requested: less a margin, because
   * clocks run at different speeds.
   */
  static long usableNanos(int grantedMillis) {
    long granted = grantedMillis * NANOS_PER_MILLI;
    return granted - granted / MARGIN_DIVISOR - FIXED_MARGIN_NANOS;
  }

  /** Whether it has not expired. */
  final boolean isCurrent(long nowNanos) {
    return endNanos - nowNanos > 0;
  }

  /** When it expires. */
  final long endNanos() {
    return endNanos;
  }

  /** Extends it, unless it lasts longer already. */
  final void extend(long untilNanos) {
    if (untilNanos - endNanos > 0) {
      endNanos = untilNanos;
    }
  }
}
