package io.gigafs.client.data;

import io.gigafs.rpc.MemoryBudget;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The memory of all of a client's accesses through servers: bytes that were read ahead or are
 * buffered for writing. When it runs out, keepers are asked to release what no caller waits for.
 * Safe for use by several threads.
 */
final class RelayMemory {
  /** An access that buffers memory. */
  interface Keeper {
    /** Starts to release memory that no caller waits for. */
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

  /**
   * Claims memory, to be released by the caller. The claim may have to wait, see {@link #relieve}.
   */
  MemoryBudget.Claim claim(long bytes, Runnable whenGranted) {
    return budget.claim(bytes, whenGranted);
  }

  /** Frees memory for waiting claims. The caller must not hold a keeper's lock. */
  void relieve() {
    if (budget.waiting() > 0) {
      List.copyOf(keepers).forEach(Keeper::giveUp);
    }
  }
}
