package io.gigafs.cache.value;

import io.gigafs.protocol.DataBuffers;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a value into blocks. Used by one thread.
 *
 * <p>Bytes of a whole block that are in one buffer are not copied; others are gathered.
 */
public final class ValueCutter extends ValueOutput {
  private final ValueBlockWriter writer;
  private final long generation;
  private final int blockBytes;
  private final int inlineBytes;

  /** Gathers the bytes of a block; allocated on first use. */
  private @Nullable ByteBuf gathered;

  private int[] crcs = new int[8];
  private int blocks;
  private long length;
  private boolean isRefused;
  private boolean isEnded;

  /**
   * A cutter.
   *
   * @param generation of the value
   * @param blockBytes the block size
   */
  public ValueCutter(ValueBlockWriter writer, long generation, int blockBytes) {
    this.writer = writer;
    this.generation = generation;
    this.blockBytes = blockBytes;
    this.inlineBytes = Math.min(blockBytes, ValueHead.MAX_INLINE_BYTES);
  }

  /**
   * Puts a complete value.
   *
   * @return whether it was stored
   */
  public static boolean put(
      ValueBlockWriter writer, long generation, int blockBytes, ByteBuffer... bytes)
      throws IOException {
    long length = 0;
    for (ByteBuffer each : bytes) {
      length += each.remaining();
    }
    if (length <= Math.min(blockBytes, ValueHead.MAX_INLINE_BYTES)) {
      return putInline(writer, ValueHead.inline(length, generation), bytes);
    }
    try (ValueCutter cutter = new ValueCutter(writer, generation, blockBytes)) {
      if (bytes.length == 1) {
        cutter.addAll(bytes[0].duplicate());
      } else {
        for (ByteBuffer each : bytes) {
          cutter.write(each.duplicate());
        }
      }
      return cutter.commit();
    }
  }

  private void addAll(ByteBuffer from) throws IOException {
    while (from.hasRemaining()) {
      add(from, Math.min(from.remaining(), blockBytes));
    }
  }

  private void add(ByteBuffer from, int count) throws IOException {
    add(from.slice(from.position(), count));
    from.position(from.position() + count);
  }

  private static boolean putInline(ValueBlockWriter writer, ValueHead head, ByteBuffer... bytes)
      throws IOException {
    ByteBuffer[] parts = new ByteBuffer[bytes.length + 1];
    parts[0] = ByteBuffer.allocate(ValueHead.BYTES);
    head.write(parts[0]);
    parts[0].flip();
    for (int i = 0; i < bytes.length; i++) {
      parts[i + 1] = bytes[i].duplicate();
    }
    return writer.writeHead(parts);
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    if (isEnded) {
      throw new IOException("the value was committed or discarded before");
    }
    while (from.hasRemaining()) {
      if (gatheredBytes() == 0 && from.remaining() > (blocks == 0 ? blockBytes : blockBytes - 1)) {
        // A whole block, but not the whole value.
        add(from, blockBytes);
      } else {
        gather(from);
      }
    }
  }

  private int gatheredBytes() {
    return gathered == null ? 0 : gathered.readableBytes();
  }

  private void gather(ByteBuffer from) throws IOException {
    ByteBuf target = gathered;
    if (target == null) {
      target = DataBuffers.INSTANCE.directBuffer(blockBytes, blockBytes);
      gathered = target;
    }
    if (target.readableBytes() == blockBytes) {
      addGathered(target);
    }
    int count = Math.min(from.remaining(), blockBytes - target.readableBytes());
    ByteBuffer part = from.slice(from.position(), count);
    target.writeBytes(part);
    from.position(from.position() + count);
  }

  private void addGathered(ByteBuf block) throws IOException {
    add(block.nioBuffer());
    block.clear();
  }

  private void add(ByteBuffer block) throws IOException {
    if (blocks == ValueHead.MAX_BLOCKS) {
      throw new IOException(
          "a value has at most " + ValueHead.MAX_BLOCKS + " blocks; set larger blocks");
    }
    if (blocks == crcs.length) {
      crcs = Arrays.copyOf(crcs, 2 * blocks);
    }
    CRC32C sum = new CRC32C();
    length += block.remaining();
    isRefused = isRefused || !writer.writeBlock(blocks, block, sum);
    crcs[blocks] = (int) sum.getValue();
    blocks++;
  }

  @Override
  public boolean commit() throws IOException {
    if (isEnded) {
      throw new IOException("the value was committed or discarded before");
    }
    ByteBuf rest = gathered;
    int restBytes = gatheredBytes();
    boolean isDone;
    if (blocks == 0 && restBytes <= inlineBytes) {
      ByteBuffer[] bytes = rest == null ? new ByteBuffer[0] : new ByteBuffer[] {rest.nioBuffer()};
      isEnded = true;
      isDone = putInline(writer, ValueHead.inline(restBytes, generation), bytes);
    } else {
      if (rest != null && restBytes > 0) {
        addGathered(rest);
      }
      isDone = !isRefused && commitBlocks();
    }
    close();
    return isDone;
  }

  private boolean commitBlocks() throws IOException {
    ByteBuffer head = ByteBuffer.allocate(ValueHead.BYTES + blocks * Integer.BYTES);
    new ValueHead(length, generation, blockBytes, blocks).write(head);
    for (int i = 0; i < blocks; i++) {
      head.putInt(crcs[i]);
    }
    head.flip();
    isEnded = true;
    return writer.writeHead(head);
  }

  @Override
  public void close() throws IOException {
    if (gathered != null) {
      gathered.release();
      gathered = null;
    }
    if (!isEnded) {
      isEnded = true;
      writer.abort();
    }
  }

  /** Receives the blocks of one value that is being put. Used by one thread at a time. */
  public interface ValueBlockWriter {
    /**
     * Adds a block of the value.
     *
     * @param bytes from the position to the limit; may be reused when the call returns
     * @param sum their checksum, if they were accepted
     * @return false if it is known that there is no room for the value
     */
    boolean writeBlock(int index, ByteBuffer bytes, CRC32C sum) throws IOException;

    /**
     * Adds the head block, which commits the value.
     *
     * @param parts of the block, in order
     * @return whether the value was stored
     */
    boolean writeHead(ByteBuffer... parts) throws IOException;

    /** Removes the added blocks; must not be called after {@link #writeHead}. */
    void abort() throws IOException;
  }
}
