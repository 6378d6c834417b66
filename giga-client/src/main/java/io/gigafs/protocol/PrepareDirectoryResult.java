package io.gigafs.protocol;

import io.gigafs.index.InodeId;

/** The directory that was made. */
public record PrepareDirectoryResult(InodeId directory) implements Result {}
