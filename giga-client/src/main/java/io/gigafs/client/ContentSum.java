package io.gigafs.client;

/**
 * What a directory and all below it add up to. Links are not followed. What changes meanwhile may
 * be in it or not.
 *
 * @param files all names of what is no directory
 * @param directories with the one that is asked for
 * @param bytes the sum of the sizes of regular files; one with several names counts once
 */
public record ContentSum(long files, long directories, long bytes) {}
