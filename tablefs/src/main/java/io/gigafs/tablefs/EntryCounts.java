package io.gigafs.tablefs;

/**
 * How many entries a range holds, how many of them are directories, and the latest change time
 * among them (0 if it is empty).
 */
public record EntryCounts(long entries, long directories, long latestChangeNanos) {}
