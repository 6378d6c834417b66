package io.gigafs.client.data;

import io.gigafs.protocol.Caller;
import io.gigafs.volume.DataLocation;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * Where the client looks for blocks of objects that its cache lacks, before it reads the volume.
 * Safe for use by several threads.
 */
public interface BlockSource {
  /** The source has no such block, or no time to wait for it. */
  int MISS = -1;

  /** A source that has no blocks. */
  BlockSource NONE = (block, into) -> CompletableFuture.completedFuture(MISS);

  /**
   * Reads a block from its start. Does not block, never fails, and takes a few seconds at most.
   *
   * @param into receives the bytes and has room for a whole block. The caller must not use it until
   *     the future completes. Its position does not change
   * @return the length of the block, all of which was read; or {@link #MISS}, which leaves the
   *     buffer's contents undefined
   */
  CompletableFuture<Integer> read(Block block, ByteBuffer into);

  /**
   * A block of a file's object.
   *
   * @param calls of a handle that reads the file
   * @param caller of the handle
   * @param generation the file's ctime that, according to a server, identifies the object's
   *     contents
   * @param blockBytes the block size of the object
   * @param index the block's index, from 0
   */
  record Block(
      HandleDataCalls calls,
      Caller caller,
      DataLocation location,
      long generation,
      int blockBytes,
      int index) {}
}
