package io.gigafs.client.data;

/**
 * What a client's cache of file data has done since the client began.
 *
 * @param hits pieces of blocks that were read from the cache
 * @param misses pieces of blocks that were read from volumes, where the cache might have had them
 * @param bypassed reads that did not ask the cache, as another client may write to the file
 * @param cacheBytes that programs read from the cache
 * @param volumeBytes that were read from volumes for programs or for the cache
 * @param fills blocks that were read to be put into the cache
 * @param groupFills how many of the fills came from the cache group, and not from volumes
 * @param groupBytes of these
 * @param writtenBlocks blocks that the client wrote and put into the cache
 * @param readAhead how many of the fills came before a program asked for the block
 * @param skipped blocks that were not put, as the cache was busy or had no room
 * @param failures calls of the cache's store that failed
 * @param evictions blocks that the store gave up for others
 * @param damaged blocks that the store dropped, as their bytes did not have their checksum
 * @param storedBytes of blocks in the store
 * @param capacityBytes that the store may have
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

  /** Those of two clients together; what the store has is counted once. */
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
