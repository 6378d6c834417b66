package io.gigafs.server.volume;

import io.gigafs.volume.DataLocation;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Objects that are queued to be deleted, and are not to be deleted yet: copies of files' objects,
 * which are queued for the case that this server dies before they are the files'. Safe for use by
 * several threads.
 *
 * <p>A copy is under way from before it is queued until it is off the queue, or given up. So
 * whoever notes which are under way first, and then reads the queue, finds there no copy that is a
 * file's and was not noted.
 */
public final class CopiesUnderWay {
  private final Set<DataLocation> copies = ConcurrentHashMap.newKeySet();

  public void begin(DataLocation copy) {
    copies.add(copy);
  }

  public void end(DataLocation copy) {
    copies.remove(copy);
  }

  /** Those that are under way at this moment. */
  public Set<DataLocation> now() {
    return Set.copyOf(copies);
  }
}
