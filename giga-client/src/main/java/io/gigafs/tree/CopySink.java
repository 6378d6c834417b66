package io.gigafs.tree;

import io.gigafs.index.Name;
import java.io.IOException;

/**
 * Where copies are made. Safe for use by several threads.
 *
 * @param <F> files of the source
 * @param <T> places of copies
 */
public interface CopySink<F, T> {
  T child(T directory, Name name);

  /**
   * Makes a directory, or finds it.
   *
   * @return its source with the attributes that it gets at the end, and whether it is new
   */
  Made<F> makeDirectory(F directory, T copy) throws IOException;

  /** Gives a directory its attributes, once all of its entries exist. */
  void finishDirectory(Made<F> directory, T copy) throws IOException;

  /** A file of any other type is going to be copied. */
  default void announce(F file, T copy) {}

  /** Copies a file of any other type. */
  void copy(F file, T copy) throws IOException;

  /** A directory whose copy exists. */
  record Made<F>(F source, boolean isNew) {}
}
