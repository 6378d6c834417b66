package io.gigafs.cache.segment;

import io.gigafs.cache.file.PositionedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jctools.queues.MpmcArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads, writes and copies the bytes of blocks whose segments are pinned. Safe for use by several
 * threads.
 */
final class BlockBytes {
  private static final Logger LOG = LoggerFactory.getLogger(BlockBytes.class);

  /** Of a piece that fits the processor's cache. */
  private static final int SCRATCH_BYTES = 128 << 10;

  /** What is read or written and summed up before the next, while the processor's cache has it. */
  private static final int PIECE_BYTES = 1 << 20;

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

  /** CRC32C of the bytes between two places of a buffer. */
  static int crc(ByteBuffer bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate().limit(to).position(from));
    return (int) crc.getValue();
  }

  /**
   * Writes a block, with its header if it has one.
   *
   * @param bytes neither its position nor its limit changes
   * @return whether the bytes have the block's checksum; if not, some may be written
   */
  boolean write(Block block, ByteBuffer bytes) throws IOException {
    ByteBuffer piece = bytes.duplicate();
    if (block.length <= SMALL_BYTES) {
      return crc(bytes, bytes.position(), bytes.limit()) == block.crc && writeAtOnce(block, piece);
    }
    writeHeader(block);
    CRC32C crc = new CRC32C();
    int start = bytes.position();
    for (int done = 0; done < block.length; done += PIECE_BYTES) {
      piece.limit(start + Math.min(block.length, done + PIECE_BYTES)).position(start + done);
      crc.update(piece);
      piece.position(start + done);
      block.segment.file().bytes().write(piece, (long) block.dataOffset() + done);
    }
    return (int) crc.getValue() == block.crc;
  }

  private boolean writeAtOnce(Block block, ByteBuffer bytes) throws IOException {
    ByteBuffer scratch = takeScratch();
    try {
      BlockHeader.encode(block, scratch);
      scratch.put(bytes);
      block.segment.file().bytes().write(scratch.flip(), block.offset);
      return true;
    } finally {
      returnScratch(scratch);
    }
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

  /** Reads bytes of a block that is verified. */
  void read(Block block, int from, int count, ByteBuffer into) throws IOException {
    int limit = into.limit();
    into.limit(into.position() + count);
    try {
      block.segment.file().bytes().read(into, (long) block.dataOffset() + from);
    } finally {
      into.limit(limit);
    }
  }

  /** Reads a whole block that is not verified; whether the bytes are its. */
  boolean readVerified(Block block, ByteBuffer into) throws IOException {
    CRC32C crc = new CRC32C();
    for (int done = 0; done < block.length; done += PIECE_BYTES) {
      int start = into.position();
      read(block, done, Math.min(PIECE_BYTES, block.length - done), into);
      crc.update(into.duplicate().limit(into.position()).position(start));
    }
    return (int) crc.getValue() == block.crc && hasHeader(block);
  }

  /** Compares all bytes of a block, and its header, with their checksums. */
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
   * @return whether they could be read and had their checksum
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

  /** Bytes of the buffers that wait for use. */
  long memoryBytes() {
    return (long) idle.size() * SCRATCH_BYTES;
  }
}
