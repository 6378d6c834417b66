package io.gigafs.server.namespace;

import io.gigafs.server.membership.CurrentView;
import java.util.random.RandomGenerator;

/**
 * Chooses the first slots of new directories at random, so that directories spread over all
 * servers. Safe for use by several threads.
 */
final class Placement {
  static final int NONE = -1;

  private final CurrentView view;
  private final RandomGenerator random;

  Placement(CurrentView view, RandomGenerator random) {
    this.view = view;
    this.random = random;
  }

  /** Any slot of the cluster. */
  int chooseSlot() {
    return next(view.slots());
  }

  /** A slot of this server that accepts new directories; {@link #NONE} if there is none. */
  int chooseOwnSlot() {
    int slots = view.slots();
    int first = chooseSlot();
    for (int i = 0; i < slots; i++) {
      int slot = (first + i) % slots;
      if (view.state(slot).mayGrow()) {
        return slot;
      }
    }
    return NONE;
  }

  private int next(int bound) {
    synchronized (random) {
      return random.nextInt(bound);
    }
  }
}
