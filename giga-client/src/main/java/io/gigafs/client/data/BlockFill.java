package io.gigafs.client.data;

import io.gigafs.rpc.MemoryBudget;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * A block that is being read from its object, or is on its way to the cache. Safe for use by
 * several threads: those that use it share its memory, and the last one to leave gives it back.
 */
final class BlockFill {
  private static final int FAILED = -1;

  private final ByteBuf bytes;
  private final MemoryBudget.Claim claim;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final CompletableFuture<Void> settled = new CompletableFuture<>();
  private volatile int length = FAILED;

  /** Guarded by this. */
  private int users = 1;

  /** Used by its maker. */
  BlockFill(ByteBuf bytes, MemoryBudget.Claim claim) {
    this.bytes = bytes;
    this.claim = claim;
  }

  /** Begins to use it; false if its memory has been given back. */
  synchronized boolean join() {
    if (users == 0) {
      return false;
    }
    users++;
    return true;
  }

  /** Ends the use of one that joined, or of a maker that did not register it. */
  void leave() {
    synchronized (this) {
      users--;
      if (users > 0) {
        return;
      }
    }
    bytes.release();
    claim.close();
  }

  /** Ends the maker's use: the cache has taken the block, or never will. */
  void settle() {
    leave();
    settled.complete(null);
  }

  /** Completes when the cache has taken the block, or never will; does not fail. */
  CompletableFuture<Void> settled() {
    return settled;
  }

  /** Completes when the bytes are there, or never will be; does not fail. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** The memory that takes the bytes. */
  ByteBuffer memory() {
    return bytes.nioBuffer(0, bytes.capacity());
  }

  /** The bytes are there. */
  void read(int bytesRead) {
    length = bytesRead;
    ended.complete(null);
  }

  /** They could not be read. */
  void failed() {
    ended.complete(null);
  }

  boolean isRead() {
    return length != FAILED;
  }

  /** The bytes, once they are there. */
  ByteBuffer view() {
    return bytes.nioBuffer(0, length);
  }

  int length() {
    return length;
  }

  /** Copies bytes once they are there; fewer than wanted if the block ends. */
  int copy(int from, int wanted, ByteBuffer into) {
    int got = Math.max(0, Math.min(wanted, length - from));
    if (got > 0) {
      into.put(bytes.nioBuffer(from, got));
    }
    return got;
  }
}
