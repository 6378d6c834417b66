package io.gigafs.cache.service;

import io.gigafs.cache.CacheKey;
import io.gigafs.cache.value.ValueHead;
import io.gigafs.cache.value.ValueStore;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.cache.CacheReadRequest;
import io.gigafs.protocol.cache.CacheReleaseRequest;
import io.gigafs.protocol.cache.CachedBlock;
import io.gigafs.protocol.frame.FrameCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.agrona.collections.LongArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads one value of a cache server: its head, then its blocks in order, several of which are
 * requested ahead. Checksums are verified on arrival. Used by one thread.
 */
final class RemoteReader {
  /** How often a value is read again that was replaced, evicted or damaged in transit. */
  private static final int MAX_ATTEMPTS = 16;

  private static final long NONE = 0;

  private final CacheConnection connection;
  private final int maxInFlight;
  private final CacheKey cacheKey;
  private final byte[] key;
  private final CRC32C crc = new CRC32C();
  private final ByteBuffer headBytes = ByteBuffer.allocate(ValueHead.BYTES);
  private final LongArrayQueue inFlight = new LongArrayQueue();
  private @Nullable ValueHead head;
  private int[] crcs = {};
  private int nextRequested;

  /** The id of the request that releases the open value, once sent; {@link #NONE} before. */
  private long releaseId = NONE;

  private int nextReceived;

  RemoteReader(CacheConnection connection, CacheClientSettings settings, CacheKey key) {
    this.connection = connection;
    this.maxInFlight = settings.blocksInFlight();
    this.cacheKey = key;
    this.key = key.toBytes();
  }

  CacheKey key() {
    return cacheKey;
  }

  /** The value's head; null if there is no value. */
  @Nullable ValueHead head() {
    return head;
  }

  /** As {@link ValueStore#get(CacheKey, ByteBuffer)}. */
  long get(ByteBuffer into) throws IOException {
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      FrameCodec.BlockHead block = requestHead(into.remaining());
      ValueHead found = head;
      if (block == null || found == null) {
        return ValueStore.MISS;
      }
      if (found.length() > into.remaining()) {
        skip(found, block);
        return found.length();
      }
      boolean isRead =
          found.isInline() ? takeInline(found, block, into) : takeBlocks(found, block, into);
      if (isRead) {
        return found.length();
      }
    }
    return ValueStore.MISS;
  }

  /**
   * Opens the value; {@link #head} is null if there is none.
   *
   * @return its bytes, if they came with the head; null if they are in blocks
   */
  @Nullable ByteBuffer open() throws IOException {
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      FrameCodec.BlockHead block = requestHead(CachedBlock.MAX_BYTES - ValueHead.BYTES);
      ValueHead found = head;
      if (block == null || found == null) {
        return null;
      }
      if (found.isInline()) {
        ByteBuffer bytes = ByteBuffer.allocate((int) found.length());
        if (takeInline(found, block, bytes)) {
          return bytes.flip();
        }
      } else if (takeCrcs(found, block)) {
        return null;
      }
    }
    head = null;
    return null;
  }

  private FrameCodec.@Nullable BlockHead requestHead(int valueBytes) throws IOException {
    // The checksums of a value's blocks are far fewer bytes than the value.
    int maxBytes = (int) Math.min(CachedBlock.MAX_BYTES, (long) valueBytes + ValueHead.BYTES);
    head = null;
    long id = connection.add(new CacheReadRequest(key, 0, CacheReadRequest.HEAD, maxBytes));
    connection.flush();
    FrameCodec.BlockHead block = connection.receiveBlock(id);
    if (block != null) {
      connection.take(headBytes.clear());
      head = ValueHead.read(headBytes.flip());
      if (head == null) {
        throw new IOException("the value " + cacheKey + " has no head; remove it");
      }
      headBytes.rewind();
    }
    return block;
  }

  private void skip(ValueHead found, FrameCodec.BlockHead block) throws IOException {
    connection.skipBlock();
    if (!found.isInline() && block.length() == found.headBlockBytes()) {
      end();
    }
  }

  private boolean takeInline(ValueHead found, FrameCodec.BlockHead block, ByteBuffer into)
      throws IOException {
    if (block.length() != found.headBlockBytes()) {
      throw new IOException("the value " + cacheKey + " has a head of another length; remove it");
    }
    int start = into.position();
    ByteBuffer target = into.slice(start, (int) found.length());
    connection.take(target);
    crc.reset();
    crc.update(headBytes);
    crc.update(target.flip());
    if ((int) crc.getValue() != block.crc()) {
      return false;
    }
    into.position(start + (int) found.length());
    return true;
  }

  private boolean takeCrcs(ValueHead found, FrameCodec.BlockHead block) throws IOException {
    if (block.length() != found.headBlockBytes()) {
      throw new IOException("the value " + cacheKey + " has a head of another length; remove it");
    }
    ByteBuffer bytes = ByteBuffer.allocate(block.length() - ValueHead.BYTES);
    connection.take(bytes);
    crc.reset();
    crc.update(headBytes);
    crc.update(bytes.flip());
    if ((int) crc.getValue() != block.crc()) {
      end();
      return false;
    }
    crcs = new int[found.blocks()];
    bytes.rewind().asIntBuffer().get(crcs);
    nextRequested = 0;
    nextReceived = 0;
    return true;
  }

  private boolean takeBlocks(ValueHead found, FrameCodec.BlockHead block, ByteBuffer into)
      throws IOException {
    if (!takeCrcs(found, block)) {
      return false;
    }
    int at = into.position();
    boolean isWhole = true;
    while (isWhole && nextReceived < found.blocks()) {
      int length = found.blockLength(nextReceived);
      isWhole = nextBlock(found, into.slice(at, length));
      at += length;
    }
    end();
    if (isWhole) {
      into.position(at);
    }
    return isWhole;
  }

  /**
   * Receives the next block of the opened value.
   *
   * @param into as long as the block
   * @return false if it is gone, or was damaged in transit
   */
  boolean nextBlock(ValueHead found, ByteBuffer into) throws IOException {
    boolean isAdded = false;
    while (nextRequested < found.blocks() && inFlight.size() < maxInFlight) {
      int length = found.blockLength(nextRequested);
      inFlight.addLong(
          connection.add(new CacheReadRequest(key, found.generation(), nextRequested, length)));
      nextRequested++;
      isAdded = true;
    }
    if (isAdded) {
      if (nextRequested == found.blocks()) {
        // After the request of the last block, which a server sends even if the value is released
        // meanwhile.
        addRelease(found);
      }
      connection.flush();
    }
    FrameCodec.BlockHead block = connection.receiveBlock(inFlight.pollLong());
    int index = nextReceived++;
    if (block == null) {
      return false;
    }
    if (block.length() != into.remaining()) {
      connection.skipBlock();
      return false;
    }
    int start = into.position();
    connection.take(into);
    into.position(start);
    crc.reset();
    crc.update(into);
    return (int) crc.getValue() == block.crc() && block.crc() == crcs[index];
  }

  private void addRelease(ValueHead found) {
    releaseId = connection.add(new CacheReleaseRequest(key, found.generation()));
  }

  /** Ends the reading of an opened value; the connection may be reused then. */
  void end() throws IOException {
    ValueHead found = head;
    if (found == null) {
      return;
    }
    if (releaseId == NONE) {
      addRelease(found);
      connection.flush();
    }
    while (!inFlight.isEmpty()) {
      if (connection.receiveBlock(inFlight.pollLong()) != null) {
        connection.skipBlock();
      }
    }
    var unused = connection.receive(releaseId, CacheReleaseRequest.OPCODE, Empty.class);
    releaseId = NONE;
  }
}
