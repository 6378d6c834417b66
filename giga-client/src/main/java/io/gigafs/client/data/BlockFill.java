package io.gigafs.client.data;

import io.gigafs.rpc.MemoryBudget;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * A block that is being read from its object or stored in the cache. Safe for use by several
 * threads. Its users share its memory; the last one to leave frees it.
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

  /** The maker is the first user. */
  BlockFill(ByteBuf bytes, MemoryBudget.Claim claim) {
    this.bytes = bytes;
    this.claim = claim;
  }

  /** Joins as a user; false if the memory has been freed. */
  synchronized boolean join() {
    if (users == 0) {
      return false;
    }
    users++;
    return true;
  }

  /** Ends the use by a thread that joined, or by a maker that did not register the fill. */
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

  /** Ends the maker's use: the cache has stored the block, or never will. */
  void settle() {
    leave();
    settled.complete(null);
  }

  /** Completes when the cache has stored the block, or never will. Does not fail. */
  CompletableFuture<Void> settled() {
    return settled;
  }

  /** Completes when the bytes have been read, or never will be. Does not fail. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** The memory that receives the bytes. */
  ByteBuffer memory() {
    return bytes.nioBuffer(0, bytes.capacity());
  }

  /** The bytes have been read. */
  void read(int bytesRead) {
    length = bytesRead;
    ended.complete(null);
  }

  /** The read failed. */
  void failed() {
    ended.complete(null);
  }

  boolean isRead() {
    return length != FAILED;
  }

  /** The bytes, after they have been read. */
  ByteBuffer view() {
    return bytes.nioBuffer(0, length);
  }

  int length() {
    return length;
  }

  /** Copies bytes after they have been read; fewer than wanted if the block ends. */
  int copy(int from, int wanted, ByteBuffer into) {
    int got = Math.max(0, Math.min(wanted, length - from));
    if (got > 0) {
      into.put(bytes.nioBuffer(from, got));
    }
    return got;
  }
}
