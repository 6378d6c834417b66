package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/** A partition of a directory. */
public record PartitionId(InodeId directory, PartitionIndex partition) {}
