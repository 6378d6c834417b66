package io.gigafs.client;

/**
 * What a directory and all below it may hold, and do hold.
 *
 * @param maxEntries files, directories and links below it; 0 for no limit
 * @param maxBytes the sum of the sizes of regular files; 0 for no limit
 * @param usedEntries how many there are
 * @param usedBytes how many there are
 */
public record Quota(long maxEntries, long maxBytes, long usedEntries, long usedBytes) {}
