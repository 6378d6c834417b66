package io.gigafs.cache.segment;

import io.gigafs.cache.file.PositionedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jctools.queues.MpmcArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads, writes and copies the bytes of blocks whose segments are pinned. Safe for use by several
 * threads.
 */
final class BlockBytes {
  private static final Logger LOG = LoggerFactory.getLogger(BlockBytes.class);

  /** A piece that fits the processor's cache. */
  private static final int SCRATCH_BYTES = 128 << 10;

  /**
   * Read or written and checksummed in pieces of this size, while the processor's cache has them.
   */
  private static final int PIECE_BYTES = 128 << 10;

  /**
   * The size of the first read or write of a block in parts that begin with a short one: a page.
   */
  private static final int FIRST_BYTES = 4 << 10;

  /** Smaller blocks are written together with their header. */
  private static final int SMALL_BYTES = 8 << 10;

  private static final int MAX_IDLE_BUFFERS = 64;

  private final MpmcArrayQueue<ByteBuffer> idle = new MpmcArrayQueue<>(MAX_IDLE_BUFFERS);

  private ByteBuffer takeScratch() {
    ByteBuffer scratch = idle.poll();
    return scratch == null ? ByteBuffer.allocateDirect(SCRATCH_BYTES) : scratch.clear();
  }

  private void returnScratch(ByteBuffer scratch) {
    idle.offer(scratch);
  }

  /** CRC32C of the bytes between two indices of a buffer. */
  static int crc(ByteBuffer bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate().limit(to).position(from));
    return (int) crc.getValue();
  }

  /**
   * Writes a block, with its header if it has one. Each piece is checksummed before it is written.
   *
   * @param parts of its bytes, in order; positions and limits do not change
   * @param sum becomes the block's checksum
   */
  void write(Block block, ByteBuffer[] parts, CRC32C sum) throws IOException {
    sum.reset();
    ByteBuffer[] rest = new ByteBuffer[parts.length];
    for (int i = 0; i < parts.length; i++) {
      rest[i] = parts[i].duplicate();
    }
    if (BlockHeader.isLarge(block.length)) {
      writePieces(block, rest, sum);
      block.crc = (int) sum.getValue();
      return;
    }
    for (ByteBuffer part : parts) {
      sum.update(part.duplicate());
    }
    block.crc = (int) sum.getValue();
    if (block.length <= SMALL_BYTES) {
      writeAtOnce(block, rest);
    } else {
      writeHeader(block);
      writePieces(block, rest, new CRC32C());
    }
  }

  private void writePieces(Block block, ByteBuffer[] rest, CRC32C sum) throws IOException {
    PositionedFile file = block.segment.file().bytes();
    long at = block.dataOffset();
    if (rest.length > 1) {
      at += writeFirst(block, rest, sum);
    }
    for (ByteBuffer part : rest) {
      int end = part.limit();
      while (part.position() < end) {
        int start = part.position();
        sum.update(part.limit(Math.min(end, start + PIECE_BYTES)));
        file.write(part.position(start), at);
        at += part.position() - start;
      }
    }
  }

  private void writeAtOnce(Block block, ByteBuffer[] parts) throws IOException {
    ByteBuffer scratch = takeScratch();
    try {
      BlockHeader.encode(block, scratch);
      for (ByteBuffer part : parts) {
        scratch.put(part);
      }
      block.segment.file().bytes().write(scratch.flip(), block.offset);
    } finally {
      returnScratch(scratch);
    }
  }

  /** Writes a page at once, so that a short first part needs no separate write. */
  private int writeFirst(Block block, ByteBuffer[] parts, CRC32C crc) throws IOException {
    ByteBuffer scratch = takeScratch().limit(FIRST_BYTES);
    try {
      for (ByteBuffer part : parts) {
        move(part, scratch);
      }
      crc.update(scratch.flip());
      block.segment.file().bytes().write(scratch.rewind(), block.dataOffset());
      return scratch.limit();
    } finally {
      returnScratch(scratch);
    }
  }

  private static void move(ByteBuffer from, ByteBuffer into) {
    int count = Math.min(from.remaining(), into.remaining());
    into.put(from.slice(from.position(), count));
    from.position(from.position() + count);
  }

  private void writeHeader(Block block) throws IOException {
    if (BlockHeader.isLarge(block.length)) {
      return;
    }
    ByteBuffer scratch = takeScratch();
    try {
      BlockHeader.encode(block, scratch);
      block.segment.file().bytes().write(scratch.flip(), block.offset);
    } finally {
      returnScratch(scratch);
    }
  }

  /** Reads bytes of a verified block. */
  void read(Block block, int from, int count, ByteBuffer[] into) throws IOException {
    read(block, from, count, into, null);
  }

  /** Reads a whole unverified block; returns whether the checksum matches. */
  boolean readVerified(Block block, ByteBuffer[] into) throws IOException {
    CRC32C crc = new CRC32C();
    read(block, 0, block.length, into, crc);
    return (int) crc.getValue() == block.crc && hasHeader(block);
  }

  private void read(Block block, int from, int count, ByteBuffer[] into, @Nullable CRC32C crc)
      throws IOException {
    PositionedFile file = block.segment.file().bytes();
    long at = (long) block.dataOffset() + from;
    long end = at + count;
    if (into.length > 1) {
      at += readFirst(file, at, Math.min(count, FIRST_BYTES), into, crc);
    }
    for (ByteBuffer part : into) {
      int limit = part.limit();
      try {
        while (at < end && part.position() < limit) {
          int start = part.position();
          int piece = crc == null ? limit - start : Math.min(PIECE_BYTES, limit - start);
          part.limit(start + (int) Math.min(end - at, piece));
          file.read(part, at);
          at += part.limit() - start;
          if (crc != null) {
            crc.update(part.duplicate().position(start));
          }
        }
      } finally {
        part.limit(limit);
      }
    }
  }

  /** Reads a page at once, so that a short first buffer needs no separate read. */
  private int readFirst(
      PositionedFile file, long at, int count, ByteBuffer[] into, @Nullable CRC32C crc)
      throws IOException {
    ByteBuffer scratch = takeScratch().limit(count);
    try {
      file.read(scratch, at);
      if (crc != null) {
        crc.update(scratch.rewind());
      }
      scratch.rewind();
      for (ByteBuffer part : into) {
        move(scratch, part);
      }
      return count;
    } finally {
      returnScratch(scratch);
    }
  }

  /** Verifies the checksums of a block's bytes and of its header. */
  boolean verify(Block block) throws IOException {
    PositionedFile file = block.segment.file().bytes();
    CRC32C crc = new CRC32C();
    ByteBuffer scratch = takeScratch();
    try {
      for (int done = 0; done < block.length; done += scratch.capacity()) {
        scratch.clear().limit(Math.min(scratch.capacity(), block.length - done));
        file.read(scratch, (long) block.dataOffset() + done);
        crc.update(scratch.flip());
      }
    } finally {
      returnScratch(scratch);
    }
    return (int) crc.getValue() == block.crc && hasHeader(block);
  }

  private boolean hasHeader(Block block) throws IOException {
    if (BlockHeader.isLarge(block.length)) {
      return true;
    }
    ByteBuffer scratch = takeScratch();
    try {
      scratch.limit(BlockHeader.bytes(block.key, block.length));
      block.segment.file().bytes().read(scratch, block.offset);
      return BlockHeader.isOf(block, scratch);
    } finally {
      returnScratch(scratch);
    }
  }

  /**
   * Writes a block with the bytes of another.
   *
   * @return whether they could be read and had a matching checksum
   * @throws IOException if they cannot be written
   */
  boolean copy(Block from, Block to) throws IOException {
    PositionedFile target = to.segment.file().bytes();
    CRC32C crc = new CRC32C();
    writeHeader(to);
    ByteBuffer scratch = takeScratch();
    try {
      for (int done = 0; done < from.length; done += scratch.capacity()) {
        scratch.clear().limit(Math.min(scratch.capacity(), from.length - done));
        if (!readPiece(from, done, scratch)) {
          return false;
        }
        crc.update(scratch.flip());
        target.write(scratch.rewind(), (long) to.dataOffset() + done);
      }
    } finally {
      returnScratch(scratch);
    }
    return (int) crc.getValue() == from.crc;
  }

  private static boolean readPiece(Block block, int from, ByteBuffer into) {
    try {
      block.segment.file().bytes().read(into, (long) block.dataOffset() + from);
      return true;
    } catch (IOException e) {
      LOG.debug("{} cannot be read", block.blockKey(), e);
      return false;
    }
  }

  /** The memory of the pooled buffers. */
  long memoryBytes() {
    return (long) idle.size() * SCRATCH_BYTES;
  }
}
