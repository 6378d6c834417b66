package io.gigafs.client.data;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
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
 * What this client has written to an object since its file was settled. Safe for use by several
 * threads.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>a block is marked before any byte of it is written, until the file is settled: nothing that
 *       the cache has of a marked block may be read;
 *   <li>a block is WHOLE only if one handle wrote all of it, from its start to its end, and nothing
 *       else was written there; then the cache has its bytes under a temporary generation.
 * </ol>
 */
final class WrittenBlocks {
  private final DataCache cache;
  private final CacheKey key;
  private final int blockBytes;

  /** Of each block that was written. */
  private final Map<Integer, Mark> marks = new ConcurrentHashMap<>();

  /** By the handle that writes. Guarded by this. */
  private final Map<HandleData, Gather> gathers = new HashMap<>();

  /** Guarded by this. */
  private List<CompletableFuture<Void>> puts = new ArrayList<>();

  /** Guarded by this. */
  private long temporary;

  /** Whether some write failed, so that nobody knows what the object holds. Guarded by this. */
  private boolean failed;

  /** Names of blocks that were whole until something else was written there. Guarded by this. */
  private final List<BlockKey> overwritten = new ArrayList<>();

  private enum Mark {
    /** Anything may be there. */
    WRITTEN,
    /** A handle has written its beginning, and nothing else was written there. */
    BEGUN,
    WHOLE
  }

  /** A block that a handle writes from its start on. */
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

  /** Whether anything of a block was written. */
  boolean has(int block) {
    return !marks.isEmpty() && marks.containsKey(block);
  }

  /** Whether nothing was written. */
  boolean isEmpty() {
    return marks.isEmpty();
  }

  /** Bytes are about to be written by a handle; the buffer is not changed. */
  synchronized void writing(HandleData by, long offset, ByteBuffer from) {
    ByteBuffer bytes = from.duplicate();
    long at = offset;
    int limit = bytes.limit();
    while (bytes.position() < limit) {
      int start = (int) (at % blockBytes);
      int length = Math.min(limit - bytes.position(), blockBytes - start);
      bytes.limit(bytes.position() + length);
      writing(by, blockOf(at), start, bytes);
      bytes.limit(limit);
      at += length;
    }
  }

  /** Blocks beyond the last number are one, of which nothing is cached. */
  private int blockOf(long offset) {
    return (int) Math.min(offset / blockBytes, Integer.MAX_VALUE);
  }

  /** Takes all of the buffer, which lies within a block; under the lock. */
  private void writing(HandleData by, int block, int start, ByteBuffer bytes) {
    Gather gather = gathers.get(by);
    Mark mark = marks.get(block);
    if (gather != null
        && gather.block == block
        && mark == Mark.BEGUN
        && gather.bytes.writerIndex() == start) {
      add(by, gather, bytes);
      return;
    }
    if (mark == null && start == 0 && block != Integer.MAX_VALUE) {
      if (gather != null) {
        giveUp(by, gather);
      }
      Gather begun = begin(block);
      if (begun != null) {
        marks.put(block, Mark.BEGUN);
        gathers.put(by, begun);
        add(by, begun, bytes);
        return;
      }
    } else if (gather != null && gather.block == block) {
      giveUp(by, gather);
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

  private void giveUp(HandleData by, Gather gather) {
    gathers.remove(by);
    marks.put(gather.block, Mark.WRITTEN);
    gather.end();
  }

  private void add(HandleData by, Gather gather, ByteBuffer bytes) {
    gather.bytes.writeBytes(bytes);
    if (gather.bytes.writerIndex() == blockBytes) {
      gathers.remove(by);
      put(gather);
    }
  }

  /** Has the cache take a block; under the lock. */
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

  /** Some write failed: the object may hold anything where it was. */
  synchronized void failed() {
    failed = true;
    forgetBytes();
  }

  /** The object's size was changed by other means than a write. */
  synchronized void resized() {
    forgetBytes();
  }

  /** What was written is not to be in the cache; that it was written stays known. */
  private void forgetBytes() {
    List<BlockKey> whole = wholeOf(temporary);
    marks.replaceAll((block, mark) -> Mark.WRITTEN);
    gathers.values().forEach(Gather::end);
    gathers.clear();
    removeAll(whole);
  }

  /** The names under which blocks were put; under the lock. */
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

  /** Ends the temporary generation, of which nothing is to stay; under the lock. */
  private void removeAll(List<BlockKey> names) {
    List<BlockKey> all = new ArrayList<>(names);
    all.addAll(overwritten);
    List<CompletableFuture<Void>> before = beginAnew();
    if (!all.isEmpty()) {
      after(before, () -> all.forEach(cache::remove));
    }
  }

  /** Begins another temporary generation; gives what is being put under the one before. */
  private List<CompletableFuture<Void>> beginAnew() {
    List<CompletableFuture<Void>> before = puts;
    puts = new ArrayList<>();
    overwritten.clear();
    temporary = cache.temporaryGeneration();
    return before;
  }

  private void after(List<CompletableFuture<Void>> before, Runnable work) {
    CompletableFuture.allOf(before.toArray(CompletableFuture<?>[]::new))
        .thenRun(() -> cache.inBackground(work));
  }

  /**
   * All that was written is the file's, which is settled: nothing is marked any more, and blocks
   * that are whole get its generation.
   *
   * @param size of the file
   * @param kept blocks of an earlier generation that are still the file's, but for those that were
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

  /** Full blocks, from the file's start on, that the cache may have under a generation. */
  record Kept(long generation, int blocks) {}

  /** Nobody writes any more, and the file's generation is not known: nothing stays cached. */
  synchronized void end() {
    List<BlockKey> whole = wholeOf(temporary);
    gathers.values().forEach(Gather::end);
    gathers.clear();
    marks.clear();
    removeAll(whole);
  }
}
