package io.gigafs.server.transaction;

import io.gigafs.server.membership.CurrentView;
import java.util.random.RandomGenerator;

/**
 * Chooses the zeroth slots of new directories: any slot, at random, so that directories spread over
 * all servers. Safe for use by several threads.
 */
public final class Placement {
  private final CurrentView view;
  private final RandomGenerator random;

  public Placement(CurrentView view, RandomGenerator random) {
    this.view = view;
    this.random = random;
  }

  /** Any slot of the cluster. */
  int chooseSlot() {
    return next(view.slots());
  }

  /** A slot of this server; the given one is. */
  int chooseOwnSlot(int own) {
    int chosen = chooseSlot();
    return view.owns(chosen) ? chosen : own;
  }

  private synchronized int next(int bound) {
    return random.nextInt(bound);
  }
}
