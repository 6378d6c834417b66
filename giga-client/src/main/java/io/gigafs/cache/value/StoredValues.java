package io.gigafs.cache.value;

import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.value.ValueBlocks.ValueId;
import io.gigafs.protocol.DataBuffers;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Values in a store of this process. Safe for use by several threads. */
public final class StoredValues implements ValueStore {
  /** The head of a value is read together with the bytes of a value that is as short as this. */
  private static final int FIRST_READ_BYTES = 4 << 10;

  private final ValueBlocks blocks;
  private final int blockBytes;
  private final RandomGenerator random;
  private final Executor executor;
  private final ThreadLocal<ByteBuffer> firstRead =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(FIRST_READ_BYTES));

  /**
   * Values of a store. Blocks are shorter than the settings say where the store takes no such long
   * ones.
   *
   * @param random draws generations; safe for use by several threads
   * @param executor runs what does not block its caller
   */
  public StoredValues(
      ValueBlocks blocks, ValueSettings settings, RandomGenerator random, Executor executor) {
    this.blocks = blocks;
    int room = blocks.store().maxBlockBytes() - ValueHead.BYTES;
    this.blockBytes = Math.min(settings.blockBytes(), room);
    this.random = random;
    this.executor = executor;
  }

  @Override
  public Executor executor() {
    return executor;
  }

  @Override
  public boolean put(CacheKey key, ByteBuffer... bytes) throws IOException {
    long generation = generation();
    return ValueCutter.put(new Writer(new ValueId(key, generation)), generation, blockBytes, bytes);
  }

  private long generation() {
    return random.nextLong();
  }

  @Override
  public long get(CacheKey key, ByteBuffer into) throws IOException {
    ByteBuffer first = firstRead.get().clear();
    for (int i = 0; i < ValueBlocks.MAX_ATTEMPTS; i++) {
      if (blocks.readHead(key, 0, first.clear()) == CacheStore.MISS) {
        return MISS;
      }
      ValueHead head = ValueHead.read(first.flip());
      if (head == null) {
        return MISS;
      }
      if (head.length() > into.remaining() || copy(key, head, first, into)) {
        return head.length();
      }
    }
    return MISS;
  }

  /** Copies the value; false if it is not the key's any more. */
  private boolean copy(CacheKey key, ValueHead head, ByteBuffer first, ByteBuffer into)
      throws IOException {
    if (!head.isInline()) {
      return copyBlocks(new ValueId(key, head.generation()), head, into);
    }
    if (first.remaining() >= head.length()) {
      into.put(first.limit(first.position() + (int) head.length()));
      return true;
    }
    int start = into.position();
    ByteBuffer target = into.slice(start, (int) head.length());
    int count = blocks.readHead(key, ValueHead.BYTES, target);
    // Another value may have come in between; if the head is the same before and behind, none did.
    if (count != head.length() || !head.equals(blocks.head(key))) {
      return false;
    }
    into.position(start + count);
    return true;
  }

  private boolean copyBlocks(ValueId id, ValueHead head, ByteBuffer into) throws IOException {
    if (!blocks.open(id)) {
      return false;
    }
    try {
      int at = into.position();
      for (int i = 0; i < head.blocks(); i++) {
        ByteBuffer target = into.slice(at, head.blockLength(i));
        if (blocks.readBlock(id, i, 0, target) != head.blockLength(i)) {
          return false;
        }
        at += head.blockLength(i);
      }
      into.position(at);
      return true;
    } finally {
      blocks.release(id);
    }
  }

  @Override
  public byte @Nullable [] get(CacheKey key) throws IOException {
    return WholeValues.get(this, key);
  }

  @Override
  public @Nullable ValueInput open(CacheKey key) throws IOException {
    for (int i = 0; i < ValueBlocks.MAX_ATTEMPTS; i++) {
      ValueHead head = blocks.head(key);
      if (head == null) {
        return null;
      }
      if (head.isInline()) {
        ByteBuffer bytes = ByteBuffer.allocate((int) head.length());
        if (get(key, bytes) == head.length()) {
          return new BufferedValueInput(bytes.flip());
        }
      } else {
        ValueId id = new ValueId(key, head.generation());
        if (blocks.open(id)) {
          return new Input(id, head);
        }
      }
    }
    return null;
  }

  @Override
  public ValueOutput create(CacheKey key) {
    long generation = generation();
    return new ValueCutter(new Writer(new ValueId(key, generation)), generation, blockBytes);
  }

  @Override
  public boolean remove(CacheKey key) throws IOException {
    return blocks.remove(key);
  }

  /** Closes the store. */
  @Override
  public void close() throws IOException {
    blocks.close();
  }

  /** Writes the blocks of a value to the store. */
  private final class Writer implements ValueBlockWriter {
    private final ValueId id;
    private int written;

    Writer(ValueId id) {
      this.id = id;
    }

    @Override
    public boolean writeBlock(int index, ByteBuffer bytes, int crc) throws IOException {
      if (written == 0) {
        blocks.begin(id);
      }
      written = index + 1;
      return blocks.writeBlock(id, index, bytes, crc);
    }

    @Override
    public boolean writeHead(int crc, ByteBuffer... parts) throws IOException {
      ValueHead head = ValueHead.read(parts[0].duplicate());
      if (head == null) {
        throw new IllegalArgumentException("a head block without a head");
      }
      if (parts.length == 1) {
        return blocks.writeHead(id.key(), head, parts[0], crc);
      }
      int length = head.headBlockBytes();
      ByteBuf block = DataBuffers.INSTANCE.directBuffer(length, length);
      try {
        for (ByteBuffer part : parts) {
          block.writeBytes(part.duplicate());
        }
        return blocks.writeHead(id.key(), head, block.internalNioBuffer(0, length), crc);
      } finally {
        block.release();
      }
    }

    @Override
    public void abort() throws IOException {
      if (written > 0) {
        blocks.abort(id, written);
      }
    }
  }

  /** A value that has blocks. */
  private final class Input extends ValueInput {
    private final ValueId id;
    private final ValueHead head;
    private boolean isClosed;

    Input(ValueId id, ValueHead head) {
      super(head.length());
      this.id = id;
      this.head = head;
    }

    @Override
    protected int readSome(ByteBuffer into, long at) throws IOException {
      if (isClosed) {
        throw new IOException("the input of " + id.key() + " is closed");
      }
      int count =
          blocks.readBlock(
              id, (int) (at / head.blockBytes()), (int) (at % head.blockBytes()), into);
      if (count <= 0) {
        throw new ValueEvictedException(id.key(), at);
      }
      return count;
    }

    @Override
    public void close() throws IOException {
      if (!isClosed) {
        isClosed = true;
        blocks.release(id);
      }
    }
  }
}
