package io.gigafs.bench.virtualcache;

import java.io.IOException;

/** A measured store, accessed with its own client and with whole values. Thread-safe. */
interface ComparedStore extends AutoCloseable {
  /** A session for one thread. */
  Session session() throws IOException;

  /** Makes the store write its contents to disk, if it does not do so by itself. */
  default void save() throws IOException {}

  @Override
  void close() throws IOException;

  /** Not thread-safe. */
  interface Session extends AutoCloseable {
    /**
     * Inserts a value.
     *
     * @throws IOException if the store refused it, or failed
     */
    void put(String name, int key, TestValue value) throws IOException;

    /**
     * Reads a value and compares it.
     *
     * @return false if there is none
     */
    boolean get(String name, int key, TestValue value) throws IOException;

    void remove(String name) throws IOException;

    @Override
    default void close() throws IOException {}
  }
}
