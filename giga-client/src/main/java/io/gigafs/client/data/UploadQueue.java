package io.gigafs.client.data;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Backlogs that wait for an upload, and the slots for uploads. Safe for use by several threads.
 *
 * <p>A volume that does not answer holds the slots of its uploads: it never gets all of them.
 * Volumes take turns, and a volume's backlogs are taken in the order in which they were added.
 */
final class UploadQueue {
  /** How many files of a volume are uploaded at a time. */
  static final int MAX_VOLUME_UPLOADS = 3;

  /** How many files of all volumes are uploaded at a time. */
  static final int MAX_UPLOADS = 6;

  /** By their numbers, those first that got a slot least recently. Guarded by this. */
  private final Map<Integer, VolumeUploads> volumes = new LinkedHashMap<>();

  /** Guarded by this. */
  private int running;

  private static final class VolumeUploads {
    private final Queue<Backlog> waiting = new ArrayDeque<>();
    private int running;
  }

  synchronized void add(Backlog backlog) {
    volumes.computeIfAbsent(backlog.volume(), volume -> new VolumeUploads()).waiting.add(backlog);
  }

  /** Takes a slot for a backlog; null if none waits, or none may be uploaded now. */
  synchronized @Nullable Backlog next() {
    if (running == MAX_UPLOADS) {
      return null;
    }
    for (Map.Entry<Integer, VolumeUploads> entry : volumes.entrySet()) {
      VolumeUploads volume = entry.getValue();
      Backlog next = volume.running < MAX_VOLUME_UPLOADS ? volume.waiting.poll() : null;
      if (next != null) {
        running++;
        volume.running++;
        volumes.remove(next.volume());
        volumes.put(next.volume(), volume);
        return next;
      }
    }
    return null;
  }

  /** Gives a backlog's slot back. */
  synchronized void done(Backlog backlog) {
    running--;
    volumes.computeIfPresent(
        backlog.volume(),
        (number, volume) -> {
          volume.running--;
          return volume.running == 0 && volume.waiting.isEmpty() ? null : volume;
        });
  }
}
