package io.gigafs.volume;

/**
 * What the storage knows of an object.
 *
 * @param size bytes
 * @param modifiedNanos when its bytes were last changed, ns since the epoch
 * @param holes how many bytes of it take no storage; 0 also where that is not known
 */
public record ObjectStatus(long size, long modifiedNanos, long holes) {
  /** An object that is not known to have holes. */
  public ObjectStatus(long size, long modifiedNanos) {
    this(size, modifiedNanos, 0);
  }
}
