package io.gigafs.client.data;

import io.gigafs.rpc.MemoryBudget;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The memory of all of a client's accesses by way of servers: bytes that were read ahead, or are
 * yet to be written. While there is none, those who keep some that nobody waits for are asked to
 * give it up. Safe for use by several threads.
 */
final class RelayMemory {
  /** Keeps memory for later. */
  interface Keeper {
    /** Begins to give up what nobody waits for. */
    void giveUp();
  }

  private final MemoryBudget budget;
  private final Set<Keeper> keepers = ConcurrentHashMap.newKeySet();

  RelayMemory(long mostBytes) {
    budget = new MemoryBudget(mostBytes);
  }

  MemoryBudget budget() {
    return budget;
  }

  void add(Keeper keeper) {
    keepers.add(keeper);
  }

  void remove(Keeper keeper) {
    keepers.remove(keeper);
  }

  /** Claims memory, to be given back; the claim may have to wait, see {@link #relieve}. */
  MemoryBudget.Claim claim(long bytes, Runnable whenGranted) {
    return budget.claim(bytes, whenGranted);
  }

  /** Makes room for those who wait. Not to be called by who holds a keeper's lock. */
  void relieve() {
    if (budget.waiting() > 0) {
      List.copyOf(keepers).forEach(Keeper::giveUp);
    }
  }
}
