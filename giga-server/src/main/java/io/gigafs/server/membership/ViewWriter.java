package io.gigafs.server.membership;

/**
 * Requests changes of the cluster's view. Thread-safe. Returns at once, and the change may not
 * happen: the caller watches for new views and asks again.
 */
@FunctionalInterface
public interface ViewWriter {
  /**
   * Completes a slot's move, once all of the slot is at its new owner.
   *
   * @param since the epoch of the view in which the move began; a later move of the slot is not
   *     touched
   */
  void completeMove(int slot, long since);
}
