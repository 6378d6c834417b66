package io.gigafs.client.data;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import io.gigafs.concurrent.Futures;
import io.gigafs.rpc.MemoryBudget;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that this client has written to an object since its file was settled. Safe for use by
 * several threads.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A block is marked before any byte of it is written, until the file is settled. Cached bytes
 *       of a marked block must not be read.
 *   <li>A block is WHOLE only if one handle wrote all of it, from start to end, and nothing else
 *       was written there. The cache then has its bytes under a temporary generation.
 * </ol>
 */
final class WrittenBlocks {
  private final DataCache cache;
  private final CacheKey key;
  private final int blockBytes;

  /** The mark of each written block. */
  private final Map<Integer, Mark> marks = new ConcurrentHashMap<>();

  /** By writing handle. Guarded by this. */
  private final Map<Object, Gather> gathers = new HashMap<>();

  /** Guarded by this. */
  private List<CompletableFuture<Void>> puts = new ArrayList<>();

  /** Guarded by this. */
  private long temporary;

  /** Whether a write failed, so that the object's contents are unknown. Guarded by this. */
  private boolean failed;

  /** Keys of blocks that were whole until something else was written there. Guarded by this. */
  private final List<BlockKey> overwritten = new ArrayList<>();

  private enum Mark {
    /** The block may have any contents. */
    WRITTEN,
    /** One handle wrote its beginning, and nothing else was written there. */
    BEGUN,
    WHOLE
  }

  /** A block that a handle writes sequentially from its start. */
  private static final class Gather {
    private final int block;
    private final ByteBuf bytes;
    private final MemoryBudget.Claim claim;

    Gather(int block, ByteBuf bytes, MemoryBudget.Claim claim) {
      this.block = block;
      this.bytes = bytes;
      this.claim = claim;
    }

    void end() {
      bytes.release();
      claim.close();
    }
  }

  WrittenBlocks(DataCache cache, CacheKey key) {
    this.cache = cache;
    this.key = key;
    this.blockBytes = cache.blockBytes();
    this.temporary = cache.temporaryGeneration();
  }

  CacheKey key() {
    return key;
  }

  /** Whether any part of a block was written. */
  boolean has(int block) {
    return !marks.isEmpty() && marks.containsKey(block);
  }

  /** Whether nothing was written. */
  boolean isEmpty() {
    return marks.isEmpty();
  }

  /**
   * A handle is about to write bytes; the buffer is not changed.
   *
   * @param writer the handle, to distinguish its writes from those of others
   */
  synchronized void writing(Object writer, long offset, ByteBuffer from) {
    ByteBuffer bytes = from.duplicate();
    long at = offset;
    int limit = bytes.limit();
    while (bytes.position() < limit) {
      int start = (int) (at % blockBytes);
      int length = Math.min(limit - bytes.position(), blockBytes - start);
      bytes.limit(bytes.position() + length);
      writing(writer, blockOf(at), start, bytes);
      bytes.limit(limit);
      at += length;
    }
  }

  /** Blocks beyond the highest number share one number; none of them is cached. */
  private int blockOf(long offset) {
    return (int) Math.min(offset / blockBytes, Integer.MAX_VALUE);
  }

  /** Takes the whole buffer, which lies within a block; called under the lock. */
  private void writing(Object writer, int block, int start, ByteBuffer bytes) {
    Gather gather = gathers.get(writer);
    Mark mark = marks.get(block);
    if (gather != null
        && gather.block == block
        && mark == Mark.BEGUN
        && gather.bytes.writerIndex() == start) {
      add(writer, gather, bytes);
      return;
    }
    if (mark == null && start == 0 && block != Integer.MAX_VALUE) {
      if (gather != null) {
        giveUp(writer, gather);
      }
      Gather begun = begin(block);
      if (begun != null) {
        marks.put(block, Mark.BEGUN);
        gathers.put(writer, begun);
        add(writer, begun, bytes);
        return;
      }
    } else if (gather != null && gather.block == block) {
      giveUp(writer, gather);
    }
    if (mark == Mark.WHOLE) {
      overwritten.add(new BlockKey(key, temporary, block));
    }
    marks.put(block, Mark.WRITTEN);
    bytes.position(bytes.limit());
  }

  private @Nullable Gather begin(int block) {
    MemoryBudget.Claim claim = failed ? null : cache.claimWrite();
    return claim == null ? null : new Gather(block, cache.buffer(), claim);
  }

  private void giveUp(Object writer, Gather gather) {
    gathers.remove(writer);
    marks.put(gather.block, Mark.WRITTEN);
    gather.end();
  }

  private void add(Object writer, Gather gather, ByteBuffer bytes) {
    gather.bytes.writeBytes(bytes);
    if (gather.bytes.writerIndex() == blockBytes) {
      gathers.remove(writer);
      put(gather);
    }
  }

  /** Puts a block into the cache; called under the lock. */
  private void put(Gather gather) {
    BlockKey name = new BlockKey(key, temporary, gather.block);
    marks.put(gather.block, Mark.WHOLE);
    puts.add(
        cache.inBackground(
            () -> {
              try {
                if (cache.put(name, gather.bytes.nioBuffer())) {
                  cache.writtenBlocks.increment();
                }
              } finally {
                gather.end();
              }
            }));
  }

  /** A write failed: the object may have any contents there. */
  synchronized void failed() {
    failed = true;
    forgetBytes();
  }

  /** The object's size was changed by something other than a write. */
  synchronized void resized() {
    forgetBytes();
  }

  /** Drops cached bytes of written blocks; their marks stay. */
  private void forgetBytes() {
    List<BlockKey> whole = wholeOf(temporary);
    marks.replaceAll((block, mark) -> Mark.WRITTEN);
    gathers.values().forEach(Gather::end);
    gathers.clear();
    removeAll(whole);
  }

  /** The keys under which blocks were put; called under the lock. */
  private List<BlockKey> wholeOf(long generation) {
    List<BlockKey> names = new ArrayList<>();
    marks.forEach(
        (block, mark) -> {
          if (mark == Mark.WHOLE) {
            names.add(new BlockKey(key, generation, block));
          }
        });
    return names;
  }

  /** Ends the temporary generation and removes its blocks; called under the lock. */
  private void removeAll(List<BlockKey> names) {
    List<BlockKey> all = new ArrayList<>(names);
    all.addAll(overwritten);
    List<CompletableFuture<Void>> before = beginAnew();
    if (!all.isEmpty()) {
      after(before, () -> all.forEach(cache::remove));
    }
  }

  /** Starts a new temporary generation; returns the puts in flight under the previous one. */
  private List<CompletableFuture<Void>> beginAnew() {
    List<CompletableFuture<Void>> before = puts;
    puts = new ArrayList<>();
    overwritten.clear();
    temporary = cache.temporaryGeneration();
    return before;
  }

  private void after(List<CompletableFuture<Void>> before, Runnable work) {
    Futures.allOf(before).thenRun(() -> cache.inBackground(work));
  }

  /**
   * The file is settled with all writes: clears all marks, and moves whole blocks to the file's
   * generation.
   *
   * @param size of the file
   * @param kept blocks of an earlier generation that are still the file's, except those that were
   *     written
   */
  synchronized void settled(long generation, long size, @Nullable Kept kept) {
    for (Gather gather : List.copyOf(gathers.values())) {
      long end = (long) gather.block * blockBytes + gather.bytes.writerIndex();
      if (!failed && end == size) {
        put(gather);
      } else {
        gather.end();
      }
    }
    gathers.clear();
    List<BlockKey> whole = wholeOf(temporary);
    whole.sort(Comparator.comparingInt(BlockKey::index));
    int inFile = 0;
    while (inFile < whole.size() && (long) whole.get(inFile).index() * blockBytes < size) {
      inFile++;
    }
    List<BlockKey> valid = List.copyOf(whole.subList(0, inFile));
    List<Integer> old = new ArrayList<>();
    if (kept != null) {
      for (int block = 0; block < kept.blocks(); block++) {
        if (!marks.containsKey(block)) {
          old.add(block);
        }
      }
    }
    List<BlockKey> useless = new ArrayList<>(overwritten);
    useless.addAll(whole.subList(valid.size(), whole.size()));
    List<CompletableFuture<Void>> before = beginAnew();
    marks.clear();
    failed = false;
    if (!valid.isEmpty() || !old.isEmpty() || !useless.isEmpty()) {
      after(
          before,
          () -> {
            valid.forEach(name -> cache.setGeneration(name, generation));
            useless.forEach(cache::remove);
            if (kept != null) {
              old.forEach(
                  block ->
                      cache.setGeneration(new BlockKey(key, kept.generation(), block), generation));
            }
          });
    }
  }

  /** Full blocks, from the file's start, that the cache may have under a generation. */
  record Kept(long generation, int blocks) {}

  /** No handle writes any more, and the file's generation is unknown: drops the cached blocks. */
  synchronized void end() {
    List<BlockKey> whole = wholeOf(temporary);
    gathers.values().forEach(Gather::end);
    gathers.clear();
    marks.clear();
    removeAll(whole);
  }
}
