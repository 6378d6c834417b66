package io.gigafs.cache.service;

import io.gigafs.cache.value.ValueBlocks;
import io.gigafs.cache.value.ValueBlocks.ValueId;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * What one connection to a cache server has open: values that it reads, and values that it writes
 * the blocks of. Belongs to the connection's thread.
 */
final class CachePeer {
  /** Of one connection, of either kind. A client has one. */
  static final int MAX_OPEN = 64;

  private final ValueBlocks blocks;

  /** How often each is open. */
  private final Map<ValueId, Integer> reading = new HashMap<>();

  /** How many of its first blocks may be there. */
  private final Map<ValueId, Integer> writing = new HashMap<>();

  CachePeer(ValueBlocks blocks) {
    this.blocks = blocks;
  }

  /** Whether the value was opened, and is to be released. */
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

  /** A block of the value is about to be written. */
  void writes(ValueId id, int index) throws IOException {
    Integer written = writing.get(id);
    if (written == null) {
      if (writing.size() >= MAX_OPEN) {
        throw new IOException("the connection writes " + MAX_OPEN + " values already");
      }
      blocks.begin(id);
      written = 0;
    }
    writing.put(id, Math.max(written, index + 1));
  }

  /** How many blocks of the value were written; the connection writes no more of them. */
  int endWriting(ValueId id) {
    Integer written = writing.remove(id);
    return written == null ? 0 : written;
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
    Integer written = writing.remove(id);
    if (written != null) {
      blocks.abort(id, written);
    }
  }

  /** The connection is gone. */
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
