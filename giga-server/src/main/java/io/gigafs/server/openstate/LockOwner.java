package io.gigafs.server.openstate;

/**
 * Whoever has byte ranges of a file: a process, as its client numbers it. Its own locks do not
 * hinder it.
 */
public record LockOwner(long session, long owner) {}
