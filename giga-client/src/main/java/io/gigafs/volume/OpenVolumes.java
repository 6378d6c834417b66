package io.gigafs.volume;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.VolumeInfo;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The volumes of one cluster that this process has open: opened on first use, and kept. Safe for
 * use by several threads; calls block for as long as the storage does.
 *
 * <p>Volume numbers are never reused, so an open volume stays valid. A volume that could not be
 * opened is retried by the next caller.
 */
public final class OpenVolumes implements AutoCloseable {
  private final Map<String, VolumeProvider> providers = new HashMap<>();
  private final VolumeRoots roots;
  private final Map<Integer, Place> places = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** For some kinds of volumes, at any location. */
  public OpenVolumes(Collection<? extends VolumeProvider> kinds) {
    this(kinds, VolumeRoots.ANYWHERE);
  }

  /**
   * For some kinds of volumes.
   *
   * @param roots the allowed locations of volumes: nothing elsewhere is touched
   * @throws IllegalArgumentException if two kinds have one scheme
   */
  public OpenVolumes(Collection<? extends VolumeProvider> kinds, VolumeRoots roots) {
    this.roots = roots;
    for (VolumeProvider provider : kinds) {
      VolumeProvider other = providers.put(lower(provider.scheme()), provider);
      if (other != null) {
        throw new IllegalArgumentException(
            provider.getClass().getName()
                + " and "
                + other.getClass().getName()
                + " both are for volumes '"
                + provider.scheme()
                + ":'");
      }
    }
  }

  /** For all kinds of volumes on the class path, at any location. */
  public static OpenVolumes installed() {
    return installed(VolumeRoots.ANYWHERE);
  }

  /** For all kinds of volumes on the class path, at the allowed locations. */
  public static OpenVolumes installed(VolumeRoots roots) {
    return new OpenVolumes(
        ServiceLoader.load(VolumeProvider.class).stream().map(ServiceLoader.Provider::get).toList(),
        roots);
  }

  /**
   * A volume of the cluster.
   *
   * @throws VolumeException of kind GONE if the view has no such volume, this process has no
   *     provider for its kind, or it does not exist; of kind DENIED if its location is not allowed
   */
  public Volume of(ClusterView view, int id) throws VolumeException {
    Place place = places.get(id);
    Volume open = place == null ? null : place.volume;
    return open != null ? open : open(view, id);
  }

  private Volume open(ClusterView view, int id) throws VolumeException {
    VolumeInfo info =
        view.volume(id)
            .orElseThrow(
                () ->
                    new VolumeException(
                        VolumeException.Kind.GONE,
                        "volume " + id + " is not among the cluster's volumes any more",
                        null));
    roots.check(info.uri());
    VolumeProvider provider = provider(info.uri());
    Place place = places.computeIfAbsent(id, unused -> new Place());
    synchronized (place) {
      if (closed) {
        throw new VolumeException(
            VolumeException.Kind.GONE, "volume " + id + ": this process is stopping", null);
      }
      Volume volume = place.volume;
      if (volume == null) {
        volume = provider.open(info.uri(), new VolumeMark(view.clusterId(), id), roots);
        place.volume = volume;
      }
      return volume;
    }
  }

  /**
   * The provider of a volume's kind.
   *
   * @throws VolumeException of kind GONE if there is none here
   */
  public VolumeProvider provider(URI uri) throws VolumeException {
    VolumeProvider provider = providers.get(lower(uri.getScheme()));
    if (provider == null) {
      throw new VolumeException(
          VolumeException.Kind.GONE,
          "volume "
              + uri
              + ": no kind of volume '"
              + uri.getScheme()
              + ":' is installed here, only "
              + new TreeSet<>(providers.keySet())
              + "; put its jar on the class path",
          null);
    }
    return provider;
  }

  /** Checks whether storage can become a volume: see {@link VolumeProvider#inspect}. */
  public Optional<VolumeMark> inspect(URI uri, boolean adopts) throws VolumeException {
    roots.check(uri);
    return provider(uri).inspect(uri, adopts, roots);
  }

  /** Makes checked storage a volume: see {@link VolumeProvider#prepare}. */
  public void prepare(URI uri, VolumeMark mark, boolean adopts) throws VolumeException {
    roots.check(uri);
    provider(uri).prepare(uri, mark, adopts);
  }

  /** Reverts storage from being a volume: see {@link VolumeProvider#release}. */
  public void release(URI uri, VolumeMark mark) throws VolumeException {
    roots.check(uri);
    provider(uri).release(uri, mark);
  }

  /** Whether some volume of the cluster may report block locations to this process. */
  public boolean reportBlocks(ClusterView view) {
    return view.volumes().stream()
        .map(info -> providers.get(lower(info.uri().getScheme())))
        .anyMatch(provider -> provider != null && provider.reportsBlocks());
  }

  private static String lower(String scheme) {
    return scheme.toLowerCase(Locale.ROOT);
  }

  @Override
  public void close() {
    closed = true;
    for (Place place : places.values()) {
      synchronized (place) {
        Volume volume = place.volume;
        place.volume = null;
        if (volume != null) {
          volume.close();
        }
      }
    }
  }

  /** The entry of one volume, which one thread opens while others wait. */
  private static final class Place {
    private volatile @Nullable Volume volume;
  }
}
