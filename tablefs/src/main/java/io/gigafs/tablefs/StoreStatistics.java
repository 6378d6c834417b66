package io.gigafs.tablefs;

/**
 * Sizes for operators.
 *
 * @param estimatedEntries the engine's estimate of live entries
 * @param diskBytes bytes of all table and log files
 * @param freeBytes bytes that the store's file system has left for us
 * @param reservedBytes what it has left as well, but not for us
 * @param totalBytes size of the store's file system
 */
public record StoreStatistics(
    long estimatedEntries, long diskBytes, long freeBytes, long reservedBytes, long totalBytes) {}
