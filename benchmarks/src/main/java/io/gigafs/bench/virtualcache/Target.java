package io.gigafs.bench.virtualcache;

import java.io.IOException;

/** A store that is measured, by its own client and with whole values. Safe for several threads. */
interface Target extends AutoCloseable {
  /** What one thread calls the store by. */
  Session session() throws IOException;

  /** Has the store write to its disk what it has, where it does not by itself. */
  default void save() throws IOException {}

  @Override
  void close() throws IOException;

  /** For one thread. */
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
