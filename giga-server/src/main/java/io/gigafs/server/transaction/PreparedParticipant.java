package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.FileCopy;
import org.jspecify.annotations.Nullable;

/**
 * A prepared step, which its participant can apply in any case.
 *
 * @param number 1, 2, ... within the change
 * @param partition the owner of the name
 * @param found the file that has the name until then
 * @param sinceNanos since when the participant has locked the name, 0 if unknown
 */
public record PreparedParticipant(
    int number,
    InodeId directory,
    PartitionIndex partition,
    CommitStep step,
    @Nullable FileCopy found,
    long sinceNanos) {}
