package io.gigafs.volume;

import java.net.URI;

/** A kind of volume, found with ServiceLoader by the scheme of the volume's URI. */
public interface VolumeProvider {
  /** {@code posix}, say. */
  String scheme();

  /**
   * Opens a volume that was prepared.
   *
   * @throws VolumeException of kind GONE if it is not there, or another volume is in its place
   */
  Volume open(URI uri, VolumeMark mark) throws VolumeException;

  /**
   * Makes storage a volume: checks that it can be one, and leaves the mark there. Doing it again
   * does nothing.
   *
   * @throws VolumeException if it is another volume already, or cannot be one
   */
  void prepare(URI uri, VolumeMark mark) throws VolumeException;
}
