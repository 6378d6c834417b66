package io.gigafs.cli.fsck;

import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.StandardCharsets;
import org.agrona.collections.Long2LongHashMap;

/**
 * The objects that a volume listed, and which of them servers know, in some 30 bytes each: a path
 * is kept as its hash. Two paths with one hash count for known if one of them is, and a size that
 * they share is to be looked up. Safe for use by several threads.
 */
final class ListedObjects {
  private static final long ABSENT = -1;

  /** Sizes, shifted by one, with a bit for what is known. */
  private final Long2LongHashMap objects = new Long2LongHashMap(ABSENT);

  private long unknown;

  private static long hash(String path) {
    return Hashing.xxh3_64().hashBytesToLong(path.getBytes(StandardCharsets.UTF_8));
  }

  synchronized void add(String path, long size) {
    if (objects.put(hash(path), size << 1) == ABSENT) {
      unknown++;
    }
  }

  /**
   * Takes note that a server knows an object.
   *
   * @return its size as it was listed, -1 if it was not
   */
  synchronized long know(String path) {
    long hash = hash(path);
    long listed = objects.get(hash);
    if (listed == ABSENT) {
      return ABSENT;
    }
    if ((listed & 1) == 0) {
      objects.put(hash, listed | 1);
      unknown--;
    }
    return listed >>> 1;
  }

  /** Whether an object was listed and no server knows it. */
  synchronized boolean isUnknown(String path) {
    long listed = objects.get(hash(path));
    return listed != ABSENT && (listed & 1) == 0;
  }

  synchronized long size() {
    return objects.size();
  }

  synchronized boolean hasUnknown() {
    return unknown > 0;
  }
}
