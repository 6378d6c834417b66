package io.gigafs.volume;

/**
 * Bytes that a volume can hold, and how many of them are free for this process.
 *
 * @param reservedBytes what is free as well, but not for this process
 * @param fileSystem whose bytes they are: several volumes may share them
 */
public record VolumeSpace(
    long totalBytes, long freeBytes, long reservedBytes, FileSystemId fileSystem) {
  /** Of a volume of which nothing is known. */
  public static final VolumeSpace UNKNOWN = new VolumeSpace(0, 0, 0, FileSystemId.UNKNOWN);
}
