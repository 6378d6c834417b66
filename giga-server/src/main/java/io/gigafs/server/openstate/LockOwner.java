package io.gigafs.server.openstate;

/**
 * The owner of byte-range locks: a process, by its client's number. An owner's locks do not
 * conflict with each other.
 */
public record LockOwner(long session, long owner) {}
