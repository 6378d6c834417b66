package io.gigafs.client.data;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Queues backlogs for upload and limits concurrent uploads. Safe for use by several threads.
 *
 * <p>A volume that does not respond keeps the slots of its uploads, but can never take all of them.
 * Volumes are served round-robin, and the backlogs of a volume in FIFO order.
 */
final class UploadQueue {
  /** The maximum number of concurrent uploads to one volume. */
  static final int MAX_VOLUME_UPLOADS = 3;

  /** The maximum number of concurrent uploads to all volumes. */
  static final int MAX_UPLOADS = 6;

  /** By volume number, least recently served first. Guarded by this. */
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

  /** Takes a slot for a backlog; null if none waits, or no slot is free. */
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

  /** Releases a backlog's slot. */
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
