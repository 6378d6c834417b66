package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.transaction.CommitStep;

/**
 * A step of a change and where it is to be done.
 *
 * @param partition where the step's name is expected to be
 */
public record Participant(InodeId directory, PartitionIndex partition, CommitStep step) {}
