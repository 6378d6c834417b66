package io.gigafs.server.volume;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.rpc.Clock;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.volume.ObjectOwner;
import io.gigafs.volume.OpenVolumes;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import io.gigafs.volume.VolumeSpace;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which volumes are well: each is probed now and then, and whenever a call to it failed. Safe for
 * use by several threads.
 *
 * <p>A probe asks for the volume's space and, where new files may go, makes an object and deletes
 * it again. A probe that does not come back is a problem too.
 */
final class VolumeHealth {
  private static final Logger LOG = LoggerFactory.getLogger(VolumeHealth.class);
  private static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Below both of these a volume is full. */
  private static final long LITTLE_BYTES = 64L << 20;

  private static final long LITTLE_PART = 100;

  private static final ObjectOwner NOBODY_ELSE = new ObjectOwner(0, 0, 0600);

  private final CurrentView view;
  private final OpenVolumes open;
  private final VolumeLines lines;
  private final Clock clock;
  private final Map<Integer, Patient> patients = new ConcurrentHashMap<>();
  private final AtomicLong probes = new AtomicLong();

  VolumeHealth(CurrentView view, OpenVolumes open, VolumeLines lines, Clock clock) {
    this.view = view;
    this.open = open;
    this.lines = lines;
    this.clock = clock;
  }

  /** What is known of a volume. Guarded by itself. */
  private static final class Patient {
    private String problem = "";
    private VolumeSpace space = VolumeSpace.UNKNOWN;
    private boolean isProbed;
    private boolean isDue = true;
    private long sinceNanos;
    private final CreateLatency latency = new CreateLatency();
  }

  /**
   * How a volume is.
   *
   * @param problem why it takes no new files, empty if it does
   * @param space zeros if that is not known
   * @param createNanos how long it takes there to make an object; 0 if that is not known
   * @param isSettled whether that can be compared with others
   */
  record Finding(String problem, VolumeSpace space, double createNanos, boolean isSettled) {}

  Finding finding(int volume) {
    Patient patient = patients.get(volume);
    if (patient == null) {
      return new Finding("", VolumeSpace.UNKNOWN, 0, false);
    }
    synchronized (patient) {
      long silentNanos = patient.isProbed ? clock.nanos() - patient.sinceNanos : 0;
      return new Finding(
          silentNanos > SILENCE_NANOS
              ? "it has not answered for " + TimeUnit.NANOSECONDS.toSeconds(silentNanos) + " s"
              : patient.problem,
          patient.space,
          patient.latency.nanos(),
          patient.latency.isSettled());
    }
  }

  /** Makes an object, and learns from how long that takes. */
  VolumeObject create(int id, Volume volume, String path, ObjectOwner owner)
      throws VolumeException {
    long begun = clock.nanos();
    VolumeObject made = volume.create(path, owner);
    long nanos = clock.nanos() - begun;
    Patient patient = patients.computeIfAbsent(id, key -> new Patient());
    synchronized (patient) {
      patient.latency.add(nanos);
    }
    return made;
  }

  /** A call failed: no new files go there until a probe finds the volume well. */
  void failed(int volume, VolumeException failure) {
    switch (failure.kind()) {
      case NO_SPACE, READ_ONLY, GONE, DENIED, IO -> {
        Patient patient = patients.computeIfAbsent(volume, id -> new Patient());
        synchronized (patient) {
          patient.problem = String.valueOf(failure.getMessage());
          patient.isDue = true;
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
    patients.keySet().removeIf(id -> now.volume(id).isEmpty());
    for (VolumeInfo volume : now.volumes()) {
      Patient patient = patients.computeIfAbsent(volume.id(), id -> new Patient());
      synchronized (patient) {
        long age = clock.nanos() - patient.sinceNanos;
        if (patient.isProbed || (!patient.isDue && age < PROBE_NANOS)) {
          continue;
        }
        patient.isProbed = true;
        patient.isDue = false;
        patient.sinceNanos = clock.nanos();
      }
      lines.of(volume.id()).execute(() -> probe(now, volume, patient));
    }
  }

  private void probe(ClusterView now, VolumeInfo info, Patient patient) {
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
      found(info, patient, problem, space);
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

  private void found(VolumeInfo info, Patient patient, String problem, VolumeSpace space) {
    String before;
    synchronized (patient) {
      before = patient.problem;
      patient.problem = problem;
      patient.space = space;
      patient.isProbed = false;
      patient.sinceNanos = clock.nanos();
    }
    if (!before.equals(problem)) {
      if (problem.isEmpty()) {
        LOG.info("volume {} ({}) is well again", info.id(), info.uri());
      } else {
        LOG.warn("no new files go to volume {} ({}): {}", info.id(), info.uri(), problem);
      }
    }
  }
}
