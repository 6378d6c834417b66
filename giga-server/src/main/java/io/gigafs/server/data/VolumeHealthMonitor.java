package io.gigafs.server.data;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.rpc.Clock;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.volume.OpenVolumes;
import io.gigafs.volume.Volume;
import io.gigafs.volume.Volume.ObjectOwner;
import io.gigafs.volume.Volume.VolumeSpace;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Health of volumes: each is probed periodically, and after each failed call. Thread-safe.
 *
 * <p>A probe reads the volume's space and, where new files may go, creates an object and deletes it
 * again. A probe that does not return also counts as a problem.
 */
final class VolumeHealthMonitor {
  private static final Logger LOG = LoggerFactory.getLogger(VolumeHealthMonitor.class);
  private static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** A volume is full below both of these limits. */
  private static final long LITTLE_BYTES = 64L << 20;

  private static final long LITTLE_PART = 100;

  private static final ObjectOwner NOBODY_ELSE = new ObjectOwner(0, 0, 0600);

  private final CurrentView view;
  private final OpenVolumes open;
  private final VolumeLines lines;
  private final Clock clock;
  private final Map<Integer, VolumeHealth> volumes = new ConcurrentHashMap<>();
  private final AtomicLong probes = new AtomicLong();

  VolumeHealthMonitor(CurrentView view, OpenVolumes open, VolumeLines lines, Clock clock) {
    this.view = view;
    this.open = open;
    this.lines = lines;
    this.clock = clock;
  }

  /** State of a volume. Guarded by itself. */
  private static final class VolumeHealth {
    private String problem = "";
    private VolumeSpace space = VolumeSpace.UNKNOWN;
    private boolean isProbed;
    private boolean isDue = true;
    private long sinceNanos;
    private final CreateLatency latency = new CreateLatency();
  }

  /**
   * Health of a volume.
   *
   * @param problem why it gets no new files, empty if it does
   * @param space zeros if unknown
   * @param createNanos latency of creates; 0 if unknown
   * @param isSettled whether the latency can be compared with others
   */
  record Finding(String problem, VolumeSpace space, double createNanos, boolean isSettled) {}

  Finding finding(int volume) {
    VolumeHealth health = volumes.get(volume);
    if (health == null) {
      return new Finding("", VolumeSpace.UNKNOWN, 0, false);
    }
    synchronized (health) {
      long silentNanos = health.isProbed ? clock.nanos() - health.sinceNanos : 0;
      return new Finding(
          silentNanos > SILENCE_NANOS
              ? "it has not answered for " + TimeUnit.NANOSECONDS.toSeconds(silentNanos) + " s"
              : health.problem,
          health.space,
          health.latency.nanos(),
          health.latency.isSettled());
    }
  }

  /** Creates an object and measures the latency. */
  VolumeObject create(int id, Volume volume, String path, ObjectOwner owner)
      throws VolumeException {
    long begun = clock.nanos();
    VolumeObject made = volume.create(path, owner);
    long nanos = clock.nanos() - begun;
    VolumeHealth health = volumes.computeIfAbsent(id, key -> new VolumeHealth());
    synchronized (health) {
      health.latency.add(nanos);
    }
    return made;
  }

  /** Records a failed call: no new files go there until a probe finds the volume healthy. */
  void failed(int volume, VolumeException failure) {
    switch (failure.kind()) {
      case NO_SPACE, READ_ONLY, GONE, DENIED, IO -> {
        VolumeHealth health = volumes.computeIfAbsent(volume, id -> new VolumeHealth());
        synchronized (health) {
          health.problem = String.valueOf(failure.getMessage());
          health.isDue = true;
        }
      }
      case NOT_FOUND, EXISTS, TOO_LARGE -> {
        // says nothing about the volume
      }
    }
  }

  /** Begins the probes that are due. */
  void sweep() {
    ClusterView now = view.get();
    volumes.keySet().removeIf(id -> now.volume(id).isEmpty());
    for (VolumeInfo volume : now.volumes()) {
      VolumeHealth health = volumes.computeIfAbsent(volume.id(), id -> new VolumeHealth());
      synchronized (health) {
        long age = clock.nanos() - health.sinceNanos;
        if (health.isProbed || (!health.isDue && age < PROBE_NANOS)) {
          continue;
        }
        health.isProbed = true;
        health.isDue = false;
        health.sinceNanos = clock.nanos();
      }
      lines.of(volume.id()).execute(() -> probe(now, volume, health));
    }
  }

  private void probe(ClusterView now, VolumeInfo info, VolumeHealth health) {
    VolumeSpace space = VolumeSpace.UNKNOWN;
    String problem = "it could not be probed: see the server's log";
    try {
      Volume volume = open.of(now, info.id());
      space = volume.space();
      problem = fullness(space);
      if (info.state() == VolumeInfo.State.ACTIVE) {
        tryWrite(info.id(), volume);
      }
    } catch (VolumeException e) {
      problem = String.valueOf(e.getMessage());
    } finally {
      found(info, health, problem, space);
    }
  }

  private static String fullness(VolumeSpace space) {
    boolean isFull =
        space.freeBytes() < LITTLE_BYTES && space.freeBytes() < space.totalBytes() / LITTLE_PART;
    return isFull ? "it is full: " + space.freeBytes() + " bytes are left" : "";
  }

  private void tryWrite(int id, Volume volume) throws VolumeException {
    String path = ".giga-probe/" + view.self() + "." + probes.incrementAndGet();
    volume.delete(path);
    try (VolumeObject object = create(id, volume, path, NOBODY_ELSE)) {
      object.write(0, ByteBuffer.allocate(1));
    } finally {
      volume.delete(path);
    }
  }

  private void found(VolumeInfo info, VolumeHealth health, String problem, VolumeSpace space) {
    String before;
    synchronized (health) {
      before = health.problem;
      health.problem = problem;
      health.space = space;
      health.isProbed = false;
      health.sinceNanos = clock.nanos();
    }
    if (!before.equals(problem)) {
      if (problem.isEmpty()) {
        LOG.info("volume {} ({}) is healthy again", info.id(), info.uri());
      } else {
        LOG.warn("no new files go to volume {} ({}): {}", info.id(), info.uri(), problem);
      }
    }
  }
}
