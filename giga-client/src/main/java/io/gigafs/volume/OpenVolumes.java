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
 * The volumes that this process has open, of one cluster: opened when they are first asked for, and
 * kept. Safe for use by several threads; calls block for as long as the storage does.
 *
 * <p>As no number is ever given to another volume, one that is open stays what it is. A volume that
 * could not be opened is tried again by whoever asks next.
 */
public final class OpenVolumes implements AutoCloseable {
  private final Map<String, VolumeProvider> providers = new HashMap<>();
  private final VolumeRoots roots;
  private final Map<Integer, Place> places = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Over some kinds of volumes, wherever they are. */
  public OpenVolumes(Collection<? extends VolumeProvider> kinds) {
    this(kinds, VolumeRoots.ANYWHERE);
  }

  /**
   * Over some kinds of volumes.
   *
   * @param roots where volumes may be: none is touched that is elsewhere
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

  /** Over all kinds of volumes that the class path has, wherever they are. */
  public static OpenVolumes installed() {
    return installed(VolumeRoots.ANYWHERE);
  }

  /** Over all kinds of volumes that the class path has, where they may be. */
  public static OpenVolumes installed(VolumeRoots roots) {
    return new OpenVolumes(
        ServiceLoader.load(VolumeProvider.class).stream().map(ServiceLoader.Provider::get).toList(),
        roots);
  }

  /**
   * A volume of the cluster.
   *
   * @throws VolumeException of kind GONE if the view has no such volume, this process has no
   *     provider for its kind, or it is not there; of kind DENIED if it may not be where it is
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

  /** Looks whether storage can be made a volume: see {@link VolumeProvider#inspect}. */
  public Optional<VolumeMark> inspect(URI uri, boolean adopts) throws VolumeException {
    roots.check(uri);
    return provider(uri).inspect(uri, adopts, roots);
  }

  /** Makes storage a volume, once it was looked at: see {@link VolumeProvider#prepare}. */
  public void prepare(URI uri, VolumeMark mark, boolean adopts) throws VolumeException {
    roots.check(uri);
    provider(uri).prepare(uri, mark, adopts);
  }

  /** Makes storage no volume any more: see {@link VolumeProvider#release}. */
  public void release(URI uri, VolumeMark mark) throws VolumeException {
    roots.check(uri);
    provider(uri).release(uri, mark);
  }

  /** Whether some volume of the cluster may tell this process where its bytes are. */
  public boolean tellBlocks(ClusterView view) {
    return view.volumes().stream()
        .map(info -> providers.get(lower(info.uri().getScheme())))
        .anyMatch(provider -> provider != null && provider.tellsBlocks());
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

  /** Of one volume, which one thread opens while others wait. */
  private static final class Place {
    private volatile @Nullable Volume volume;
  }
}
