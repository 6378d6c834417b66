package io.gigafs.client.data;

/** Opens accesses through servers. All accesses of a client share one memory budget. */
@FunctionalInterface
interface RelayClient {
  /**
   * An access for a handle, to the file's object or to the object that was placed for it.
   *
   * @param calls of the handle
   */
  ObjectAccess open(HandleDataCalls calls);
}
