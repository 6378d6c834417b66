package io.gigafs.client.group;

/**
 * Counters of a client's reads from the cache group.
 *
 * @param hits blocks from members of the group
 * @param bytes of these
 * @param misses blocks that were then read from their volume
 * @param passedOver how often a member was skipped because it had not answered before
 */
record GroupStatistics(long hits, long bytes, long misses, long passedOver) {}
