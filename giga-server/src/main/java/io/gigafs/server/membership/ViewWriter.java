package io.gigafs.server.membership;

/**
 * Has the cluster's view changed. Safe for use by several threads; returns at once, and may come to
 * nothing: whoever asks looks at the views that come and asks again.
 */
@FunctionalInterface
public interface ViewWriter {
  /**
   * Ends a slot's move, as all of the slot is where it was going.
   *
   * @param since the epoch since when it was on its way; a later move of the slot is not touched
   */
  void completeMove(int slot, long since);
}
