package io.gigafs.volume;

/**
 * What the storage knows of an object.
 *
 * @param size bytes
 * @param modifiedNanos when its bytes were last changed, ns since the epoch
 */
public record ObjectStatus(long size, long modifiedNanos) {}
