package io.gigafs.client.data;

import io.gigafs.protocol.Caller;
import io.gigafs.volume.DataLocation;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * Where blocks of objects are looked for that the client's cache does not have, before their volume
 * is read. Safe for use by several threads.
 */
public interface BlockSource {
  /** There is no such block, or no time to wait for it. */
  int MISS = -1;

  /** No block is anywhere but on its volume. */
  BlockSource NONE = (block, into) -> CompletableFuture.completedFuture(MISS);

  /**
   * Reads a block, from its beginning on. Does not block; never fails, and takes seconds at most.
   *
   * @param into takes the bytes, with room for a whole block; nobody else may use it until the
   *     future is completed. Its position does not move
   * @return how many bytes there are, which is all that the block has; or {@link #MISS}, and what
   *     is in the buffer is undefined
   */
  CompletableFuture<Integer> read(Block block, ByteBuffer into);

  /**
   * A block of a file's object.
   *
   * @param calls of a handle that reads the file
   * @param caller of the handle
   * @param generation the file's ctime, of which a server said that it names what is in the object
   * @param blockBytes how the object is cut
   * @param index which block, from 0
   */
  record Block(
      FileCalls calls,
      Caller caller,
      DataLocation location,
      long generation,
      int blockBytes,
      int index) {}
}
