package io.gigafs.volume;

/**
 * The capacity of a volume, and the bytes that are free for this process.
 *
 * @param reservedBytes free, but not for this process
 * @param fileSystem of the volume: several volumes may share it
 */
public record VolumeSpace(
    long totalBytes, long freeBytes, long reservedBytes, FileSystemId fileSystem) {
  /** A volume with unknown capacity. */
  public static final VolumeSpace UNKNOWN = new VolumeSpace(0, 0, 0, FileSystemId.UNKNOWN);
}
