package io.gigafs.server.data;

import io.gigafs.volume.DataLocation;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Objects that are queued for deletion but must not be deleted yet: copies of files' objects. They
 * are queued in case this server crashes before they become the files'. Thread-safe.
 *
 * <p>A copy is registered from before it is queued until it has left the queue or is abandoned. So
 * a reader that first takes the registered copies and then reads the queue finds no copy there that
 * has become a file's without being registered.
 */
final class CopiesUnderWay {
  private final Set<DataLocation> copies = ConcurrentHashMap.newKeySet();

  void begin(DataLocation copy) {
    copies.add(copy);
  }

  void end(DataLocation copy) {
    copies.remove(copy);
  }

  /** The copies that are registered now. */
  Set<DataLocation> now() {
    return Set.copyOf(copies);
  }
}
