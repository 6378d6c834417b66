package io.gigafs.cache.service;

import io.gigafs.cache.value.ValueBlocks;
import io.gigafs.cache.value.ValueBlocks.ValueId;
import io.gigafs.cache.value.ValueHead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The open values of one connection to a cache server: those that it reads, and those whose blocks
 * it writes. Used by the connection's thread.
 */
final class CachePeer {
  /** The limit per connection, for each kind. A client has one. */
  static final int MAX_OPEN = 64;

  private final ValueBlocks blocks;

  /** The number of opens of each value. */
  private final Map<ValueId, Integer> reading = new HashMap<>();

  private final Map<ValueId, Writing> writing = new HashMap<>();

  /** A value whose blocks are being written. */
  private static final class Writing {
    /** How many of its first blocks may exist. */
    private int blocks;

    /** Whether a written block was not stored. */
    private boolean isIncomplete;
  }

  CachePeer(ValueBlocks blocks) {
    this.blocks = blocks;
  }

  /** Opens a value for reading; returns whether it was opened and has to be released. */
  boolean open(ValueId id) throws IOException {
    if (reading.size() >= MAX_OPEN) {
      throw new IOException("the connection reads " + MAX_OPEN + " values already");
    }
    if (!blocks.open(id)) {
      return false;
    }
    reading.merge(id, 1, Integer::sum);
    return true;
  }

  /**
   * Writes a block of a value, which is not part of the value yet.
   *
   * @return false if there is no room
   */
  boolean write(ValueId id, int index, ByteBuffer bytes, int crc) throws IOException {
    Writing value = writing.get(id);
    if (value == null) {
      if (writing.size() >= MAX_OPEN) {
        throw new IOException("the connection writes " + MAX_OPEN + " values already");
      }
      blocks.begin(id);
      value = new Writing();
      writing.put(id, value);
    }
    value.blocks = Math.max(value.blocks, index + 1);
    boolean isStored = false;
    try {
      isStored = blocks.writeBlock(id, index, bytes, crc);
      return isStored;
    } finally {
      value.isIncomplete |= !isStored;
    }
  }

  /**
   * Writes the head of a value; the connection writes no more of its blocks.
   *
   * @return false if there is no room for the head, or was none for a block
   * @throws IllegalArgumentException if the written blocks are not those of the head
   */
  boolean writeHead(ValueId id, ValueHead head, ByteBuffer bytes, int crc) throws IOException {
    if (!head.isInline() && !endWriting(id, head.blocks())) {
      return false;
    }
    return blocks.writeHead(id.key(), head, bytes, crc);
  }

  /** Ends the writing of blocks. Returns false and removes them if one of them is not stored. */
  private boolean endWriting(ValueId id, int expected) throws IOException {
    Writing value = writing.remove(id);
    int written = value == null ? 0 : value.blocks;
    boolean isWhole = value != null && written == expected && !value.isIncomplete;
    if (value != null && !isWhole) {
      blocks.abort(id, written);
    }
    if (written != expected) {
      throw new IllegalArgumentException("other blocks of " + id.key() + " were written");
    }
    return isWhole;
  }

  /** Ends the reading or the writing of a value; does nothing if there is neither. */
  void release(ValueId id) throws IOException {
    Integer readers = reading.get(id);
    if (readers != null) {
      if (readers == 1) {
        reading.remove(id);
      } else {
        reading.put(id, readers - 1);
      }
      blocks.release(id);
    }
    Writing written = writing.remove(id);
    if (written != null) {
      blocks.abort(id, written.blocks);
    }
  }

  /** The connection was closed. */
  void close() throws IOException {
    for (Map.Entry<ValueId, Integer> each : Map.copyOf(reading).entrySet()) {
      for (int i = 0; i < each.getValue(); i++) {
        release(each.getKey());
      }
    }
    for (ValueId each : Map.copyOf(writing).keySet()) {
      release(each);
    }
  }
}
