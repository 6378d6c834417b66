package io.gigafs.client.data;

/** Makes accesses by way of servers; all of a client's share what memory these may take. */
@FunctionalInterface
public interface Relay {
  /**
   * An access for a handle, to the object that its file has, or that was placed for it.
   *
   * @param calls of the handle
   */
  ObjectAccess open(FileCalls calls);
}
