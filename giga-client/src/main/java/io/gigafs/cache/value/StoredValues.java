package io.gigafs.cache.value;

import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.value.ValueBlocks.ValueId;
import io.gigafs.cache.value.ValueCutter.ValueBlockWriter;
import io.gigafs.cache.value.ValueInput.ValueEvictedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Values in a store of this process. Safe for use by several threads. */
public final class StoredValues implements ValueStore {
  private final ValueBlocks blocks;
  private final int blockBytes;
  private final RandomGenerator random;
  private final Executor executor;

  /**
   * Values of a store. Blocks are shorter than configured if the store does not accept that size.
   *
   * @param random draws generations; safe for use by several threads
   * @param executor runs asynchronous calls
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
    int start = into.position();
    ByteBuffer first = ByteBuffer.allocate(ValueHead.BYTES);
    for (int i = 0; i < ValueBlocks.MAX_ATTEMPTS; i++) {
      // An inline value comes with its head.
      if (blocks.readHead(key, new ByteBuffer[] {first.clear(), into}) == CacheStore.MISS) {
        return MISS;
      }
      ValueHead head = ValueHead.read(first.flip());
      if (head == null) {
        into.position(start);
        return MISS;
      }
      if (head.isInline() && into.position() - start == head.length()) {
        return head.length();
      }
      into.position(start);
      boolean isDone =
          head.length() > into.remaining()
              || (!head.isInline() && copyBlocks(new ValueId(key, head.generation()), head, into));
      if (isDone) {
        return head.length();
      }
    }
    return MISS;
  }

  /** Copies a value that has blocks; false if the key has another value by now. */
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
    public boolean writeBlock(int index, ByteBuffer bytes, CRC32C sum) throws IOException {
      if (written == 0) {
        blocks.begin(id);
      }
      written = index + 1;
      return blocks.writeBlock(id, index, bytes, sum);
    }

    @Override
    public boolean writeHead(ByteBuffer... parts) throws IOException {
      ValueHead head = ValueHead.read(parts[0].duplicate());
      if (head == null) {
        throw new IllegalArgumentException("a head block without a head");
      }
      return blocks.writeHead(id.key(), head, parts);
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
