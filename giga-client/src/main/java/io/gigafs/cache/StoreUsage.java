package io.gigafs.cache;

/**
 * What a store has, and has done since it was opened.
 *
 * @param blocks that it has
 * @param bytes of these blocks
 * @param capacityBytes how many bytes of blocks it may have; 0 if its server decides
 * @param memoryBytes of this process that it takes, the page cache not included
 * @param diskBytes that its files take
 * @param evictions blocks that it gave up for others
 * @param damaged blocks whose bytes did not have their checksum, or could not be read; each was
 *     removed
 */
public record StoreUsage(
    long blocks,
    long bytes,
    long capacityBytes,
    long memoryBytes,
    long diskBytes,
    long evictions,
    long damaged) {}
