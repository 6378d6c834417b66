package io.gigafs.tablefs;

import com.dynatrace.hash4j.hashing.Hashing;

/** Maps each name to its position in its directory. */
@FunctionalInterface
public interface NameOrder {
  /** The position of a name, unsigned. */
  long position(byte[] name);

  /**
   * The order of Giga: the XXH3 hash of the name, 64 bits, seed 0, with its bits reversed. The
   * format fixes it permanently, because rows are stored in this order.
   */
  static NameOrder byHash() {
    return name -> Long.reverse(Hashing.xxh3_64().hashBytesToLong(name));
  }
}
