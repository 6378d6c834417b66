package io.gigafs.protocol.bulk;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.namespace.LookupResult;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of a {@link BulkRequest}, in the order of its entries.
 *
 * @param outcomes 0 for an entry that was created (or exists, if that is no error), the number of
 *     an {@link ErrorCode}, or {@link #ELSEWHERE}
 * @param inodes the inode ids of the entries that were created or exist, 0 for the others
 * @param map the partition map for retries if an entry belongs to another partition; otherwise null
 * @param others the number of changes of entries by other clients, as of a {@link LookupResult}, if
 *     the partition's names are still delegated to the client, for as long as if it had just
 *     requested them; {@link LookupResult#NOT_TO_BE_KEPT} if they are not
 */
public record BulkCreateResult(
    int[] outcomes, long[] inodes, @Nullable PartitionMap map, long others) implements Result {
  public static final Codec<BulkCreateResult> CODEC =
      Codec.byHand(BulkCreateResult.class, BulkCreateResult::write, BulkCreateResult::read);

  /** The outcome of a name that belongs to another partition: not done, to be retried there. */
  public static final int ELSEWHERE = -1;

  /** The minimum encoded size of an outcome, with the inode id. */
  private static final int MIN_FILE_BYTES = 1 + 1;

  private static final int HAS_MAP = 1;
  private static final int IS_DELEGATED = 2;

  /** The result for a partition whose names are not delegated to the client. */
  public BulkCreateResult(int[] outcomes, long[] inodes, @Nullable PartitionMap map) {
    this(outcomes, inodes, map, LookupResult.NOT_TO_BE_KEPT);
  }

  /** Whether the partition's names are still delegated to the client. */
  public boolean isDelegated() {
    return others != LookupResult.NOT_TO_BE_KEPT;
  }

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
    out.int8((map == null ? 0 : HAS_MAP) | (isDelegated() ? IS_DELEGATED : 0));
    if (map != null) {
      out.map(map);
    }
    if (isDelegated()) {
      out.int64(others);
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
    int flags = in.int8();
    return new BulkCreateResult(
        outcomes,
        inodes,
        (flags & HAS_MAP) != 0 ? in.map() : null,
        (flags & IS_DELEGATED) != 0 ? in.int64() : LookupResult.NOT_TO_BE_KEPT);
  }

  private static void checkOutcome(int outcome) {
    if (outcome != 0 && outcome != ELSEWHERE) {
      var unused = ErrorCode.ofNumber(outcome);
    }
  }
}
