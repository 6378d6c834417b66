package io.gigafs.cache.adapter;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A store of somebody else by its own client: arrays of bytes under keys of 1 to {@link
 * BlockName#MAX_LENGTH} printable ASCII characters without spaces. Safe for use by several threads.
 * Every call ends within the store's timeout.
 */
interface ForeignStore extends AutoCloseable {
  /** The length of the largest value that it takes. */
  int maxValueBytes();

  /**
   * Stores a value, or replaces it.
   *
   * @return false where the store has no room for it
   */
  boolean put(String key, byte[] value) throws IOException;

  /** The value of a key, or null. */
  byte @Nullable [] get(String key) throws IOException;

  boolean contains(String key) throws IOException;

  void remove(String key) throws IOException;

  /** Renames a value, which replaces one of the new name; does nothing if it is not there. */
  default void rename(String from, String to) throws IOException {
    byte[] value = get(from);
    if (value != null) {
      put(to, value);
      remove(from);
    }
  }

  /**
   * Visits keys that begin with {@link BlockName#PREFIX}, without reading their values. A store
   * that cannot list its keys visits nothing.
   */
  void scan(Visitor visitor) throws IOException;

  /** What the store has, in its own count. */
  Size size() throws IOException;

  /** Has the store write to its disk what it has in memory, if it can. */
  void save() throws IOException;

  @Override
  void close() throws IOException;

  /** Takes keys and the lengths of their values. */
  interface Visitor {
    void visit(String key, int length) throws IOException;
  }

  /**
   * What a store has.
   *
   * @param values how many there are, of other users of the store too
   * @param bytes of these
   * @param capacityBytes 0 if it is not known
   * @param memoryBytes of this process that the store takes
   * @param diskBytes of this machine that the store takes
   * @param evictions since the store was opened
   */
  record Size(
      long values,
      long bytes,
      long capacityBytes,
      long memoryBytes,
      long diskBytes,
      long evictions) {}
}
