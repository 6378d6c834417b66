package io.gigafs.protocol;

/** The attributes of an entry, as they are after the operation. */
public record EntryResult(FileAttributes attributes) implements Result {}
