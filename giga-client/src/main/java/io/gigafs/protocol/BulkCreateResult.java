package io.gigafs.protocol;

import io.gigafs.index.PartitionMap;
import org.jspecify.annotations.Nullable;

/**
 * What became of each entry of a {@link BulkRequest}, in its order.
 *
 * @param outcomes 0 for an entry that was made (or exists, if that is no error), the number of an
 *     {@link ErrorCode}, or {@link #ELSEWHERE}
 * @param inodes the inode ids of the entries that were made or exist, 0 for the others
 * @param map null unless an entry belongs elsewhere; then the map to ask again by
 */
public record BulkCreateResult(int[] outcomes, long[] inodes, @Nullable PartitionMap map)
    implements Result {
  /** The outcome of a name that belongs to another partition: not done, ask there. */
  public static final int ELSEWHERE = -1;

  /** The fewest bytes that an outcome takes, with the inode id. */
  private static final int MIN_FILE_BYTES = 1 + 1;

  void write(WireWriter out) {
    if (outcomes.length != inodes.length) {
      throw new IllegalArgumentException(
          "a bulk create has " + outcomes.length + " outcomes for " + inodes.length + " inodes");
    }
    out.count(outcomes.length);
    long previous = 0;
    for (int i = 0; i < outcomes.length; i++) {
      checkOutcome(outcomes[i]);
      out.varint(outcomes[i] + 1).difference(previous, inodes[i]);
      previous = inodes[i];
    }
    out.flag(map != null);
    if (map != null) {
      out.map(map);
    }
  }

  static BulkCreateResult read(WireReader in) {
    int[] outcomes = new int[in.count(Limits.MAX_BULK, MIN_FILE_BYTES)];
    long[] inodes = new long[outcomes.length];
    long previous = 0;
    for (int i = 0; i < outcomes.length; i++) {
      outcomes[i] = in.varint() - 1;
      checkOutcome(outcomes[i]);
      inodes[i] = in.difference(previous);
      previous = inodes[i];
    }
    return new BulkCreateResult(outcomes, inodes, in.flag() ? in.map() : null);
  }

  private static void checkOutcome(int outcome) {
    if (outcome != 0 && outcome != ELSEWHERE) {
      var unused = ErrorCode.ofNumber(outcome);
    }
  }
}
