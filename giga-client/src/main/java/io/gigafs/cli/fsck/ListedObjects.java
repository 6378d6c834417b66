package io.gigafs.cli.fsck;

import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.StandardCharsets;
import org.agrona.collections.Long2LongHashMap;

/**
 * The objects that a volume listed, and whether servers know them, in about 30 bytes each: a path
 * is stored as its hash. If two paths have the same hash, both count as known if one of them is,
 * and their size must be queried. Safe for use by several threads.
 */
final class ListedObjects {
  private static final long ABSENT = -1;

  /** Sizes, shifted by one, with a bit for known objects. */
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
   * Records that a server knows an object.
   *
   * @return its listed size, -1 if it was not listed
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
