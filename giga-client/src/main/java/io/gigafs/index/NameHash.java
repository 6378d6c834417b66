package io.gigafs.index;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/**
 * The hash of names: XXH3, 64 bits, seed 0. The on-disk format depends on it, so it never changes.
 */
final class NameHash {
  private static final Hasher64 XXH3 = Hashing.xxh3_64();

  private NameHash() {}

  static long of(byte[] bytes, int from, int length) {
    return XXH3.hashBytesToLong(bytes, from, length);
  }
}
