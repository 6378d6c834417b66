package io.gigafs.volume;

/** Bytes that a volume can hold, and how many of them are free for this process. */
public record VolumeSpace(long totalBytes, long freeBytes) {}
