package io.gigafs.client;

/**
 * The limits of a directory tree and their usage.
 *
 * @param maxEntries files, directories and links below it; 0 for no limit
 * @param maxBytes the sum of the sizes of regular files; 0 for no limit
 * @param usedEntries the current number of entries
 * @param usedBytes the current sum of sizes
 */
public record Quota(long maxEntries, long maxBytes, long usedEntries, long usedBytes) {}
