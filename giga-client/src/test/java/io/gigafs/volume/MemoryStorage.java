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
 * A site's storage in memory, for tests: volumes {@code memory:///name}, each of which can be full,
 * read-only, gone or slow, and all of which forget what was not synced when they crash. Safe for
 * use by several threads.
 */
public final class MemoryStorage implements VolumeProvider {
  private final Map<URI, MemoryVolume> volumes = new TreeMap<>();

  @Override
  public String scheme() {
    return "memory";
  }

  /** The storage of a URI, to look at it and to make it fail. */
  public synchronized MemoryVolume volume(URI uri) {
    return volumes.computeIfAbsent(uri, MemoryVolume::new);
  }

  /** All that was ever asked for. */
  public synchronized List<MemoryVolume> volumes() {
    return new ArrayList<>(volumes.values());
  }

  /** The storage goes down and comes back; of what was not synced, any part may be left. */
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

  /** Something that happens before each call that reaches a volume; may take its time. */
  @FunctionalInterface
  public interface Watcher {
    /**
     * Is told of a call.
     *
     * @param call the method's name
     * @return how the call is to fail, or null
     */
    VolumeException.@Nullable Kind before(String call, String path);

    /** Called with an object's status before the caller gets it. */
    default void measured(String path, ObjectStatus status) {
      // mostly nothing happens in between
    }
  }
}
