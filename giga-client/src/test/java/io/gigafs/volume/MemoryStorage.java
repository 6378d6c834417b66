package io.gigafs.volume;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Storage in memory for tests, with volumes {@code memory:///name}. Each volume can be full,
 * read-only, gone or slow, and loses unsynced changes in a crash. Thread-safe.
 */
public final class MemoryStorage implements VolumeProvider {
  private final Map<URI, MemoryVolume> volumes = new TreeMap<>();

  @Override
  public String scheme() {
    return "memory";
  }

  /** The volume of a URI, to inspect it and to make it fail. */
  public synchronized MemoryVolume volume(URI uri) {
    return volumes.computeIfAbsent(uri, MemoryVolume::new);
  }

  /** All volumes that were ever requested. */
  public synchronized List<MemoryVolume> volumes() {
    return new ArrayList<>(volumes.values());
  }

  /** Simulates a crash; any part of the unsynced changes may survive. */
  public void crash(RandomGenerator random) {
    volumes().forEach(volume -> volume.crash(random));
  }

  @Override
  public Volume open(URI uri, VolumeMark mark, VolumeRoots roots) throws VolumeException {
    MemoryVolume volume = volume(uri);
    volume.checkMark(mark);
    return volume;
  }

  @Override
  public Optional<VolumeMark> inspect(URI uri, boolean adopts, VolumeRoots roots)
      throws VolumeException {
    return volume(uri).inspect(adopts);
  }

  @Override
  public void prepare(URI uri, VolumeMark mark, boolean adopts) throws VolumeException {
    volume(uri).prepare(mark, adopts);
  }

  @Override
  public void release(URI uri, VolumeMark mark) throws VolumeException {
    volume(uri).release(mark);
  }

  /** A hook that runs before each call to a volume; it may block. */
  @FunctionalInterface
  public interface Watcher {
    /**
     * Runs before a call.
     *
     * @param call the method's name
     * @return how the call is to fail, or null
     */
    VolumeException.@Nullable Kind before(String call, String path);

    /** Called with an object's status before the caller gets it. */
    default void measured(String path, ObjectStatus status) {
      // Does nothing by default.
    }
  }
}
