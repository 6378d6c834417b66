package io.gigafs.model;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.TreeMap;

/** The bytes of a sparse file. */
final class FileBytes {
  private static final int BLOCK = 4096;

  /** Blocks by number; a missing block is zeros. */
  private final TreeMap<Long, byte[]> blocks = new TreeMap<>();

  /** Fills the buffer. */
  void read(long offset, ByteBuffer into) {
    long at = offset;
    while (into.hasRemaining()) {
      int within = (int) (at % BLOCK);
      int length = Math.min(into.remaining(), BLOCK - within);
      byte[] block = blocks.get(at / BLOCK);
      into.put(block == null ? new byte[BLOCK] : block, within, length);
      at += length;
    }
  }

  /** Writes all of the buffer. */
  void write(long offset, ByteBuffer from) {
    long at = offset;
    while (from.hasRemaining()) {
      int within = (int) (at % BLOCK);
      int length = Math.min(from.remaining(), BLOCK - within);
      from.get(blocks.computeIfAbsent(at / BLOCK, number -> new byte[BLOCK]), within, length);
      at += length;
    }
  }

  /** Discards the bytes after the size; they read as zeros if the file is extended again. */
  void truncate(long size) {
    byte[] last = blocks.get(size / BLOCK);
    if (last != null) {
      Arrays.fill(last, (int) (size % BLOCK), BLOCK, (byte) 0);
    }
    blocks.tailMap(size / BLOCK, size % BLOCK == 0).clear();
  }
}
