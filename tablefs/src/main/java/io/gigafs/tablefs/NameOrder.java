package io.gigafs.tablefs;

import com.dynatrace.hash4j.hashing.Hashing;

/** Gives each name its position on the line of its directory. */
@FunctionalInterface
public interface NameOrder {
  /** The position of a name, unsigned. */
  long position(byte[] name);

  /**
   * The order of Giga: the XXH3 hash of the name, 64 bits, seed 0, with its bits reversed. Fixed
   * for ever by the format: rows are kept under it.
   */
  static NameOrder byHash() {
    return name -> Long.reverse(Hashing.xxh3_64().hashBytesToLong(name));
  }
}
