package io.gigafs.tablefs;

/**
 * Sizes for operators.
 *
 * @param estimatedEntries the engine's estimate of live entries
 * @param diskBytes bytes of all table and log files
 * @param freeBytes bytes of the store's file system that this process may use
 * @param reservedBytes further free bytes that are reserved for other users
 * @param totalBytes size of the store's file system
 */
public record StoreStatistics(
    long estimatedEntries, long diskBytes, long freeBytes, long reservedBytes, long totalBytes) {}
