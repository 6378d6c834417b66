package io.gigafs.client;

/**
 * The totals of a directory tree. Links are not followed. Concurrent changes may or may not be
 * included.
 *
 * @param files all names of anything but directories
 * @param directories including the requested one
 * @param bytes the sum of the sizes of regular files; one with several names counts once
 */
public record ContentSum(long files, long directories, long bytes) {}
