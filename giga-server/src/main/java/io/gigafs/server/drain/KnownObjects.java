package io.gigafs.server.drain;

import io.gigafs.protocol.ObjectsResult;

/** What a server's store knows of objects on volumes. */
@FunctionalInterface
public interface KnownObjects {
  /**
   * The next of them; reads the store for a while.
   *
   * @param cursor of the result before, empty to begin
   */
  ObjectsResult bite(int volume, byte[] cursor);
}
