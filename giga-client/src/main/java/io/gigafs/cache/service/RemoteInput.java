package io.gigafs.cache.service;

import io.gigafs.cache.value.ValueHead;
import io.gigafs.cache.value.ValueInput;
import io.gigafs.cache.value.ValueInput.ValueEvictedException;
import io.gigafs.protocol.DataBuffers;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A value of a cache server with blocks, as a stream. No byte of a block is returned before the
 * checksum of the whole block is verified.
 */
final class RemoteInput extends ValueInput {
  private final CacheConnections connections;
  private final CacheConnection connection;
  private final RemoteReader reader;
  private final ValueHead head;
  private @Nullable ByteBuf block;
  private boolean isBroken;
  private boolean isClosed;

  RemoteInput(
      CacheConnections connections,
      CacheConnection connection,
      RemoteReader reader,
      ValueHead head) {
    super(head.length());
    this.connections = connections;
    this.connection = connection;
    this.reader = reader;
    this.head = head;
  }

  @Override
  protected int readSome(ByteBuffer into, long at) throws IOException {
    if (isClosed) {
      throw new IOException("the input of " + reader.key() + " is closed");
    }
    ByteBuf buffered = block;
    if (buffered == null || !buffered.isReadable()) {
      int length = head.blockLength((int) (at / head.blockBytes()));
      if (into.remaining() >= length) {
        int start = into.position();
        receive(into.slice(start, length), at);
        into.position(start + length);
        return length;
      }
      buffered = receiveBuffered(length, at);
    }
    int count = Math.min(into.remaining(), buffered.readableBytes());
    int limit = into.limit();
    into.limit(into.position() + count);
    buffered.readBytes(into);
    into.limit(limit);
    return count;
  }

  private ByteBuf receiveBuffered(int length, long at) throws IOException {
    ByteBuf target = block;
    if (target == null) {
      int capacity = head.blockLength(0);
      target = DataBuffers.INSTANCE.directBuffer(capacity, capacity);
      block = target;
    }
    target.clear();
    receive(target.internalNioBuffer(0, length), at);
    target.writerIndex(length);
    return target;
  }

  private void receive(ByteBuffer into, long at) throws IOException {
    if (isBroken) {
      throw new IOException("the input of " + reader.key() + " failed before");
    }
    boolean isDone = false;
    connection.begin();
    try {
      if (!reader.nextBlock(head, into)) {
        throw new ValueEvictedException(reader.key(), at);
      }
      isDone = true;
    } finally {
      isBroken = !isDone;
      connection.pause();
    }
  }

  @Override
  public void close() throws IOException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    if (block != null) {
      block.release();
      block = null;
    }
    boolean isWhole = false;
    try {
      // Returns what is available instead of waiting for more.
      if (!isBroken && position() == length()) {
        connection.begin();
        reader.end();
        isWhole = true;
      }
    } finally {
      if (isWhole) {
        connections.give(connection);
      } else {
        connections.drop(connection);
      }
    }
  }
}
