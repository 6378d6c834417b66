package io.gigafs.server.data;

import io.gigafs.protocol.data.ObjectsResult;

/** The objects on volumes that a server's store knows. */
@FunctionalInterface
public interface KnownObjects {
  /**
   * Returns the next part of the objects; reads the store for a while.
   *
   * @param cursor of the previous result, empty to begin
   */
  ObjectsResult bite(int volume, byte[] cursor);
}
