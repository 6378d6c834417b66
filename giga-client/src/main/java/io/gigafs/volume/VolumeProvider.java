package io.gigafs.volume;

import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;

/** A kind of volume, found with ServiceLoader by the scheme of the volume's URI. */
public interface VolumeProvider {
  /** {@code posix}, say. */
  String scheme();

  /** Whether its volumes may tell where bytes are, so that it is worth asking. */
  default boolean tellsBlocks() {
    return false;
  }

  /** Opens a volume that was prepared, wherever it is. */
  default Volume open(URI uri, VolumeMark mark) throws VolumeException {
    return open(uri, mark, VolumeRoots.ANYWHERE);
  }

  /**
   * Opens a volume that was prepared.
   *
   * @param roots where it may be, links and all, now and at each call; that its URI names such a
   *     place was seen to
   * @throws VolumeException of kind GONE if it is not there, or another volume is in its place; of
   *     kind DENIED if it may not be there
   */
  Volume open(URI uri, VolumeMark mark, VolumeRoots roots) throws VolumeException;

  /**
   * Looks whether storage can be made a volume; changes nothing.
   *
   * @param adopts whether files may stand there already
   * @param roots where it may be, as for {@link #open}
   * @return the mark of the volume that it is already, if it is one
   * @throws VolumeException of kind EXISTS if it is no volume and holds files though it may not; of
   *     another kind if it cannot be one
   */
  Optional<VolumeMark> inspect(URI uri, boolean adopts, VolumeRoots roots) throws VolumeException;

  /**
   * Makes storage a volume: checks that it can be one, and leaves the mark there. Doing it again
   * does nothing.
   *
   * @param adopts whether files may stand there already
   * @throws VolumeException of kind EXISTS if it is another volume already, or holds files though
   *     it may not; of another kind if it cannot be one
   */
  void prepare(URI uri, VolumeMark mark, boolean adopts) throws VolumeException;

  /**
   * Makes storage no volume any more: takes its mark away, and nothing else. Does nothing if it is
   * not marked as this volume.
   */
  void release(URI uri, VolumeMark mark) throws VolumeException;

  /**
   * The tree of files that stands somewhere, to be adopted. By default there is none to be had.
   *
   * @param warnings is told, once each, of what will not be as it is there: owners who have no
   *     number here, say
   * @throws VolumeException of kind NOT_FOUND if there is no directory
   */
  default StoredTree tree(URI uri, Consumer<String> warnings) throws VolumeException {
    throw new VolumeException(
        VolumeException.Kind.IO, uri + ": trees on this kind of volume cannot be adopted", null);
  }
}
