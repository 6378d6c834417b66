package io.gigafs.client;

/**
 * What a client had from the cache group.
 *
 * @param hits blocks that members of the group gave
 * @param bytes of these
 * @param misses blocks that were then read from their volume
 * @param passedOver how often a member was not asked, as it had not answered before
 */
record GroupStatistics(long hits, long bytes, long misses, long passedOver) {}
