package io.gigafs.cache.service;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.value.ValueCutter.ValueBlockWriter;
import io.gigafs.cache.value.ValueHead;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.cache.CacheOutcome;
import io.gigafs.protocol.cache.CacheReleaseRequest;
import io.gigafs.protocol.cache.CacheWriteRequest;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.agrona.collections.LongArrayQueue;

/** Sends the blocks of a value to a cache server, several ahead of their answers. */
final class RemoteBlockWriter implements ValueBlockWriter {
  private final CacheConnection connection;
  private final int maxInFlight;
  private final byte[] key;
  private final long generation;
  private final LongArrayQueue inFlight = new LongArrayQueue();
  private boolean isRefused;
  private boolean isBegun;

  RemoteBlockWriter(
      CacheConnection connection, CacheClientSettings settings, byte[] key, long generation) {
    this.connection = connection;
    this.maxInFlight = settings.blocksInFlight();
    this.key = key;
    this.generation = generation;
  }

  @Override
  public boolean writeBlock(int index, ByteBuffer bytes, CRC32C sum) throws IOException {
    if (inFlight.size() >= maxInFlight) {
      receiveOne();
    }
    if (!isRefused) {
      isBegun = true;
      sum.update(bytes.duplicate());
      send(index, (int) sum.getValue(), bytes);
    }
    return !isRefused;
  }

  private void send(int index, int crc, ByteBuffer... bytes) throws IOException {
    Payload payload = Payload.of(Unpooled.wrappedBuffer(bytes));
    inFlight.addLong(
        connection.send(new CacheWriteRequest(key, generation, index, crc, payload), payload));
  }

  private void receiveOne() throws IOException {
    long id = inFlight.pollLong();
    CacheOutcome outcome = connection.receive(id, CacheWriteRequest.OPCODE, CacheOutcome.class);
    isRefused |= !outcome.isDone();
  }

  private void receiveAll() throws IOException {
    while (!inFlight.isEmpty()) {
      receiveOne();
    }
  }

  @Override
  public boolean writeHead(ByteBuffer... parts) throws IOException {
    // Sent right behind the blocks: a server refuses the head of a value that lacks a block.
    send(BlockKey.HEAD, ValueHead.crc(parts), parts);
    receiveAll();
    return !isRefused;
  }

  @Override
  public void abort() throws IOException {
    receiveAll();
    if (isBegun) {
      long id = connection.add(new CacheReleaseRequest(key, generation));
      connection.flush();
      var unused = connection.receive(id, CacheReleaseRequest.OPCODE, Empty.class);
    }
  }
}
