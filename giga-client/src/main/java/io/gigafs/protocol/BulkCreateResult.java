package io.gigafs.protocol;

import io.gigafs.index.PartitionMap;
import org.jspecify.annotations.Nullable;

/**
 * What became of each file of a {@link BulkCreateRequest}, in its order.
 *
 * @param outcomes 0 for a file that was made (or exists, if that is no error), the number of an
 *     {@link ErrorCode}, or {@link #ELSEWHERE}
 * @param inodes the inode ids of the files that were made or exist, 0 for the others
 * @param map null unless a file belongs elsewhere; then the map to ask again by
 */
public record BulkCreateResult(int[] outcomes, long[] inodes, @Nullable PartitionMap map)
    implements Result {
  /** The outcome of a name that belongs to another partition: not done, ask there. */
  public static final int ELSEWHERE = -1;
}
