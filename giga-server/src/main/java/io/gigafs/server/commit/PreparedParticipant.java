package io.gigafs.server.commit;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.FileCopy;
import org.jspecify.annotations.Nullable;

/**
 * A step that its holder can do, whatever happens.
 *
 * @param number 1, 2, ... within the change
 * @param partition that holds the name
 * @param found what has the name until then
 * @param sinceNanos since when its holder says that it holds it, 0 if nobody remembers
 */
public record PreparedParticipant(
    int number,
    InodeId directory,
    PartitionIndex partition,
    CommitStep step,
    @Nullable FileCopy found,
    long sinceNanos) {}
