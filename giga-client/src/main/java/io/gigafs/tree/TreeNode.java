package io.gigafs.tree;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A directory of a tree in a run. Subclasses add what the run keeps for each directory. Safe for
 * use by several threads.
 *
 * @param <D> the subclass
 */
public abstract class TreeNode<D extends TreeNode<D>> {
  private final @Nullable D parent;
  private final int depth;

  /** Number of its entries that have not ended, plus one while it is being read. */
  private final AtomicInteger pending = new AtomicInteger(1);

  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile boolean incomplete;

  /**
   * @param parent null for the top of the tree
   */
  protected TreeNode(@Nullable D parent) {
    this.parent = parent;
    this.depth = parent == null ? 0 : parent.depth() + 1;
  }

  public final @Nullable D parent() {
    return parent;
  }

  /** Its depth below the top, which has 0. */
  public final int depth() {
    return depth;
  }

  /** Whether something in it, or below it, failed or was left out. */
  public final boolean isIncomplete() {
    return incomplete;
  }

  /** Marks it and its parents: something in it failed or was left out. */
  public final void setIncomplete() {
    for (TreeNode<D> each = this; each != null && !each.incomplete; each = each.parent()) {
      each.incomplete = true;
    }
  }

  /** Waits until everything in it has ended and it is finished. */
  public final void awaitEnd() {
    ended.join();
  }

  /** Completes when everything in it has ended and it is finished. Never fails. */
  final CompletableFuture<Void> ended() {
    return ended;
  }

  final void begin() {
    pending.incrementAndGet();
  }

  /** Ends an entry; returns whether it was the last. */
  final boolean end() {
    return pending.decrementAndGet() == 0;
  }

  final void complete() {
    ended.complete(null);
  }
}
