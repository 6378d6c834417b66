package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/** One partition of a status report. */
public record PartitionStatus(
    InodeId directory,
    PartitionIndex partition,
    int depth,
    int slot,
    long entries,
    boolean splitting) {}
