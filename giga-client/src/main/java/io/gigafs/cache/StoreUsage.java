package io.gigafs.cache;

/**
 * The contents of a store, and its counters since it was opened.
 *
 * @param blocks in the store
 * @param bytes of these blocks
 * @param capacityBytes the maximum bytes of blocks; 0 if its server decides
 * @param memoryBytes memory of this process, the page cache not included
 * @param diskBytes of its files
 * @param evictions blocks that were evicted
 * @param damaged blocks with a wrong checksum, or that could not be read; each was removed
 */
public record StoreUsage(
    long blocks,
    long bytes,
    long capacityBytes,
    long memoryBytes,
    long diskBytes,
    long evictions,
    long damaged) {}
