package io.gigafs.cache.adapter;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A third-party store through its own client: byte arrays under keys of 1 to {@link
 * BlockName#MAX_LENGTH} printable ASCII characters without spaces. Safe for use by several threads.
 * Every call ends within the store's timeout.
 */
interface ForeignStore extends AutoCloseable {
  /** The maximum length of a value. */
  int maxValueBytes();

  /**
   * Stores or replaces a value.
   *
   * @return false if the store has no room for it
   */
  boolean put(String key, byte[] value) throws IOException;

  /** The value of a key, or null. */
  byte @Nullable [] get(String key) throws IOException;

  boolean contains(String key) throws IOException;

  void remove(String key) throws IOException;

  /** Renames a value, replacing one with the new name; does nothing if it does not exist. */
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

  /** The size of the store, by its own count. */
  Size size() throws IOException;

  /** Flushes the store's memory to its disk, if it can. */
  void save() throws IOException;

  @Override
  void close() throws IOException;

  /** Receives keys and the lengths of their values. */
  interface Visitor {
    void visit(String key, int length) throws IOException;
  }

  /**
   * The size of a store.
   *
   * @param values their number, including those of other users of the store
   * @param bytes of these
   * @param capacityBytes 0 if unknown
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
