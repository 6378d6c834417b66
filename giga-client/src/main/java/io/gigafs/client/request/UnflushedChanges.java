package io.gigafs.client.request;

import io.gigafs.index.InodeId;
import java.util.function.Supplier;

/**
 * Changes of names that callers believe to be made and that servers do not know yet. A request that
 * they concern has to wait for them. Safe for use by several threads.
 */
public interface UnflushedChanges {
  /**
   * Makes a request about a directory wait until its unflushed changes are acknowledged; false if
   * there are none.
   *
   * @param then supplies the continuation after a wait
   */
  boolean awaitFlushed(InodeId directory, Supplier<Runnable> then);

  /** The same for changes of names with a hash. */
  boolean awaitFlushed(InodeId directory, long hash, Supplier<Runnable> then);
}
