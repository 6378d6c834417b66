package io.gigafs.client.data;

/**
 * Counters of a client's cache of file data since the client started.
 *
 * @param hits pieces of blocks that were read from the cache
 * @param misses pieces of blocks that were read from volumes, where the cache might have had them
 * @param bypassed reads that did not use the cache because another client may write to the file
 * @param cacheBytes read by programs from the cache
 * @param volumeBytes read from volumes for programs or for the cache
 * @param fills blocks that were read to be put into the cache
 * @param groupFills how many of the fills came from the cache group, and not from volumes
 * @param groupBytes of these
 * @param writtenBlocks blocks that the client wrote and put into the cache
 * @param readAhead how many of the fills came before a program requested the block
 * @param skipped blocks that were not put because the cache was busy or full
 * @param failures failed calls of the cache's store
 * @param evictions blocks that the store evicted
 * @param damaged blocks that the store dropped because their checksum did not match
 * @param storedBytes of blocks in the store
 * @param capacityBytes the store's capacity
 */
public record DataCacheStatistics(
    long hits,
    long misses,
    long bypassed,
    long cacheBytes,
    long volumeBytes,
    long fills,
    long groupFills,
    long groupBytes,
    long writtenBlocks,
    long readAhead,
    long skipped,
    long failures,
    long evictions,
    long damaged,
    long storedBytes,
    long capacityBytes) {
  /** Of a client without a cache. */
  public static final DataCacheStatistics NONE =
      new DataCacheStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** The sum over two clients; the store's figures are counted once. */
  public DataCacheStatistics plus(DataCacheStatistics other) {
    return new DataCacheStatistics(
        hits + other.hits,
        misses + other.misses,
        bypassed + other.bypassed,
        cacheBytes + other.cacheBytes,
        volumeBytes + other.volumeBytes,
        fills + other.fills,
        groupFills + other.groupFills,
        groupBytes + other.groupBytes,
        writtenBlocks + other.writtenBlocks,
        readAhead + other.readAhead,
        skipped + other.skipped,
        failures + other.failures,
        Math.max(evictions, other.evictions),
        Math.max(damaged, other.damaged),
        Math.max(storedBytes, other.storedBytes),
        Math.max(capacityBytes, other.capacityBytes));
  }
}
