package io.gigafs.volume;

import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;

/** A kind of volume, found with ServiceLoader by the scheme of the volume's URI. */
public interface VolumeProvider {
  /** The URI scheme, for example {@code posix}. */
  String scheme();

  /** Whether its volumes may report block locations. */
  default boolean reportsBlocks() {
    return false;
  }

  /** Opens a prepared volume at any location. */
  default Volume open(URI uri, VolumeMark mark) throws VolumeException {
    return open(uri, mark, VolumeRoots.ANYWHERE);
  }

  /**
   * Opens a prepared volume.
   *
   * @param roots the allowed locations, after following links, checked now and at each call; the
   *     caller has checked the URI's path itself
   * @throws VolumeException of kind GONE if it does not exist, or another volume is in its place;
   *     of kind DENIED if its location is not allowed
   */
  Volume open(URI uri, VolumeMark mark, VolumeRoots roots) throws VolumeException;

  /**
   * Checks whether storage can become a volume; changes nothing.
   *
   * @param adopts whether existing files are allowed
   * @param roots the allowed locations, as for {@link #open}
   * @return the mark, if it is a volume already
   * @throws VolumeException of kind EXISTS if it is not a volume and has files that are not
   *     allowed; of another kind if it cannot become one
   */
  Optional<VolumeMark> inspect(URI uri, boolean adopts, VolumeRoots roots) throws VolumeException;

  /**
   * Makes storage a volume: checks that it can become one, and writes the mark. Idempotent.
   *
   * @param adopts whether existing files are allowed
   * @throws VolumeException of kind EXISTS if it is another volume already, or has files that are
   *     not allowed; of another kind if it cannot become one
   */
  void prepare(URI uri, VolumeMark mark, boolean adopts) throws VolumeException;

  /**
   * Reverts storage from being a volume: removes its mark, and nothing else. Does nothing if it is
   * not marked as this volume.
   */
  void release(URI uri, VolumeMark mark) throws VolumeException;

  /**
   * The tree of files at a location, to be adopted. Not supported by default.
   *
   * @param warnings receives a message, once each, about attributes that cannot be preserved, such
   *     as owners without a number here
   * @throws VolumeException of kind NOT_FOUND if there is no directory
   */
  default StoredTree tree(URI uri, Consumer<String> warnings) throws VolumeException {
    throw new VolumeException(
        VolumeException.Kind.IO, uri + ": trees on this kind of volume cannot be adopted", null);
  }
}
