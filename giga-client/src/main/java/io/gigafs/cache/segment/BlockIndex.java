package io.gigafs.cache.segment;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The index of a store's blocks and their locations. Safe for use by several threads.
 *
 * <p>A hash table in stripes, each with a lock that is held briefly and never during I/O. Lock
 * order: stripes by number, a segment, the log's buffer.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A key has one block at most, which is in the list of its segment.
 *   <li>The log has the changes of one key in the order of the index: both are changed under the
 *       lock of the key's stripe. Evictions are exempt, because after them no process loads the
 *       blocks of the segment.
 * </ol>
 */
final class BlockIndex {
  static final int STRIPES = 256;

  private static final int INITIAL_BUCKETS = 4;
  private static final int STRIPE_SHIFT = 24;
  private static final long SPREAD = 0x9E3779B97F4A7C15L;
  private static final long RUN_SPREAD = 0xC2B2AE3D27D4EB4FL;
  private static final int RUN_SHIFT = 6;
  private static final int RUN_MASK = (1 << RUN_SHIFT) - 1;

  private final Stripe[] stripes = new Stripe[STRIPES];
  private final ChangeLog log;
  private final AtomicLong blocks = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  /** Blocks linked from segments, including removed ones: they take memory. */
  private final AtomicLong linked = new AtomicLong();

  /** Records changes for the next process. */
  interface ChangeLog {
    /** A block was added, and replaces one with its key. */
    void added(Block block);

    /** The block of a key was removed. */
    void removed(CacheKey key, long generation, int index);

    /** Both at once. */
    void moved(long oldGeneration, Block block);
  }

  /**
   * The outcome of adding a block.
   *
   * @param isThere false if its segment is retired, or another change was faster
   * @param replaced the previous block of its key
   */
  record Added(boolean isThere, @Nullable Block replaced) {
    static final Added NEW = new Added(true, null);
    static final Added NOT = new Added(false, null);
  }

  /** The buckets of one stripe. */
  private static final class Stripe {
    private @Nullable Block[] buckets = new @Nullable Block[INITIAL_BUCKETS];
    private int size;

    @Nullable Block find(int hash, CacheKey key, long generation, int index) {
      Block block = buckets[hash & buckets.length - 1];
      while (block != null && !block.isOf(key, generation, index)) {
        block = block.nextInBucket;
      }
      return block;
    }

    void link(int hash, Block block) {
      if (size >= buckets.length) {
        grow();
      }
      int bucket = hash & buckets.length - 1;
      block.nextInBucket = buckets[bucket];
      buckets[bucket] = block;
      size++;
    }

    void unlink(int hash, Block block) {
      int bucket = hash & buckets.length - 1;
      Block at = buckets[bucket];
      if (at == block) {
        buckets[bucket] = block.nextInBucket;
      } else {
        while (at != null && at.nextInBucket != block) {
          at = at.nextInBucket;
        }
        if (at == null) {
          throw new IllegalStateException("the index has no " + block.blockKey());
        }
        at.nextInBucket = block.nextInBucket;
      }
      block.nextInBucket = null;
      size--;
    }

    private void grow() {
      @Nullable Block[] old = buckets;
      buckets = new @Nullable Block[2 * old.length];
      for (Block first : old) {
        Block block = first;
        while (block != null) {
          Block next = block.nextInBucket;
          int bucket = hash(block.key, block.generation, block.index) & buckets.length - 1;
          block.nextInBucket = buckets[bucket];
          buckets[bucket] = block;
          block = next;
        }
      }
    }
  }

  BlockIndex(ChangeLog log) {
    this.log = log;
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
  }

  /** Reserves capacity for blocks that are added next. */
  void expect(long blocks) {
    int buckets = INITIAL_BUCKETS;
    while (buckets < blocks / STRIPES) {
      buckets *= 2;
    }
    for (Stripe stripe : stripes) {
      synchronized (stripe) {
        if (stripe.size == 0) {
          stripe.buckets = new @Nullable Block[buckets];
        }
      }
    }
  }

  static int mix(int hash) {
    int mixed = (hash ^ hash >>> 16) * 0x85EBCA6B;
    mixed = (mixed ^ mixed >>> 13) * 0xC2B2AE35;
    return mixed ^ mixed >>> 16;
  }

  /** Consecutive blocks of a value share cache lines of the processor. */
  private static int hash(CacheKey key, long generation, int index) {
    long run = generation + (index >>> RUN_SHIFT) * RUN_SPREAD;
    return mix(key.hashCode() ^ Long.hashCode(run * SPREAD)) + (index & RUN_MASK);
  }

  private static int stripeOf(int hash) {
    return hash >>> STRIPE_SHIFT;
  }

  /** The block of a key. */
  @Nullable Block find(BlockKey key) {
    int hash = hash(key.key(), key.generation(), key.index());
    Stripe stripe = stripes[stripeOf(hash)];
    synchronized (stripe) {
      return stripe.find(hash, key.key(), key.generation(), key.index());
    }
  }

  /** Adds a block, replacing the one with its key. */
  Added add(Block block) {
    int hash = hash(block.key, block.generation, block.index);
    Stripe stripe = stripes[stripeOf(hash)];
    synchronized (stripe) {
      Block old = stripe.find(hash, block.key, block.generation, block.index);
      return exchange(stripe, hash, old, block);
    }
  }

  /**
   * Replaces a block by another with the same bytes.
   *
   * @param block gets the current generation of the other
   */
  Added replace(Block old, Block block) {
    while (true) {
      long generation = old.generation;
      int hash = hash(old.key, generation, old.index);
      Stripe stripe = stripes[stripeOf(hash)];
      synchronized (stripe) {
        if (old.isRemoved) {
          return Added.NOT;
        }
        if (old.generation == generation) {
          block.generation = generation;
          return exchange(stripe, hash, old, block);
        }
      }
    }
  }

  private Added exchange(Stripe stripe, int hash, @Nullable Block old, Block block) {
    int added = block.segment.add(block);
    if (added == Segment.RETIRED) {
      return Added.NOT;
    }
    if (old != null) {
      unlink(stripe, hash, old);
    }
    link(stripe, hash, block);
    linked.addAndGet(added);
    log.added(block);
    return old == null ? Added.NEW : new Added(true, old);
  }

  private void link(Stripe stripe, int hash, Block block) {
    stripe.link(hash, block);
    blocks.incrementAndGet();
    bytes.addAndGet(block.length);
  }

  private void unlink(Stripe stripe, int hash, Block block) {
    stripe.unlink(hash, block);
    block.isRemoved = true;
    block.segment.discount(block);
    blocks.decrementAndGet();
    bytes.addAndGet(-block.length);
  }

  /** Removes the block of a key; null if there was none. */
  @Nullable Block remove(BlockKey key) {
    int hash = hash(key.key(), key.generation(), key.index());
    Stripe stripe = stripes[stripeOf(hash)];
    synchronized (stripe) {
      Block block = stripe.find(hash, key.key(), key.generation(), key.index());
      if (block == null) {
        return null;
      }
      unlink(stripe, hash, block);
      log.removed(block.key, block.generation, block.index);
      return block;
    }
  }

  /** Removes a block, unless its key has another one by now; returns whether it was removed. */
  boolean remove(Block block) {
    return remove(block, true);
  }

  /**
   * Removes a block of a segment that no process loads any more; returns whether it was removed.
   */
  boolean evict(Block block) {
    linked.decrementAndGet();
    return remove(block, false);
  }

  private boolean remove(Block block, boolean isLogged) {
    while (true) {
      long generation = block.generation;
      int hash = hash(block.key, generation, block.index);
      Stripe stripe = stripes[stripeOf(hash)];
      synchronized (stripe) {
        if (block.isRemoved) {
          return false;
        }
        if (block.generation == generation) {
          unlink(stripe, hash, block);
          if (isLogged) {
            log.removed(block.key, generation, block.index);
          }
          return true;
        }
      }
    }
  }

  /**
   * Changes the generation of a block, replacing a block that has it. False if the block does not
   * exist.
   */
  boolean setGeneration(BlockKey key, long generation) {
    int oldHash = hash(key.key(), key.generation(), key.index());
    int newHash = hash(key.key(), generation, key.index());
    Stripe from = stripes[stripeOf(oldHash)];
    Stripe to = stripes[stripeOf(newHash)];
    boolean isFromFirst = stripeOf(oldHash) <= stripeOf(newHash);
    synchronized (isFromFirst ? from : to) {
      synchronized (isFromFirst ? to : from) {
        Block block = from.find(oldHash, key.key(), key.generation(), key.index());
        if (block == null) {
          return false;
        }
        Block replaced = to.find(newHash, key.key(), generation, key.index());
        if (replaced != null) {
          unlink(to, newHash, replaced);
        }
        from.unlink(oldHash, block);
        block.generation = generation;
        to.link(newHash, block);
        log.moved(key.generation(), block);
        return true;
      }
    }
  }

  /** The blocks of one stripe, of {@link #STRIPES}. */
  List<Block> blocks(int number) {
    Stripe stripe = stripes[number];
    synchronized (stripe) {
      List<Block> found = new ArrayList<>(stripe.size);
      for (Block first : stripe.buckets) {
        for (Block block = first; block != null; block = block.nextInBucket) {
          found.add(block);
        }
      }
      return found;
    }
  }

  /** Runs an action for each block of a stripe, while the stripe cannot change. */
  void copyTo(int number, Consumer<Block> copy) {
    Stripe stripe = stripes[number];
    synchronized (stripe) {
      for (Block first : stripe.buckets) {
        for (Block block = first; block != null; block = block.nextInBucket) {
          copy.accept(block);
        }
      }
    }
  }

  long blocks() {
    return blocks.get();
  }

  long bytes() {
    return bytes.get();
  }

  /** The number of blocks that take memory. */
  long linked() {
    return linked.get();
  }
}
