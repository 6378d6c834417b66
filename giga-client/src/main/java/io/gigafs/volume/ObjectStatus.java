package io.gigafs.volume;

/**
 * The status of an object from its storage.
 *
 * @param size bytes
 * @param modifiedNanos mtime, ns since the epoch
 * @param holes how many of its bytes take no storage; 0 also if unknown
 */
public record ObjectStatus(long size, long modifiedNanos, long holes) {
  /** An object without known holes. */
  public ObjectStatus(long size, long modifiedNanos) {
    this(size, modifiedNanos, 0);
  }
}
